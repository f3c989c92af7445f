//! What is said of the interface over HTTP, by which clients are generated.

use serde_json::Value;

use crate::common::Running;

#[tokio::test(flavor = "multi_thread")]
async fn the_description_of_the_interface_is_true() {
    let server = Running::fresh().await;
    let description = server.http("GET", "/api/openapi.json", None, None).await;
    let description = description.json();
    let link = &description["components"]["securitySchemes"]["link"];
    assert_eq!(link["scheme"], "bearer", "{link}");
    for (path, operations) in description["paths"].as_object().expect("paths") {
        for (method, operation) in operations.as_object().expect("operations") {
            let what = format!("{method} {path}: {operation}");
            parameters_stand_where_they_are_said_to(path, operation, &what);
            let has_body = !operation["requestBody"].is_null();
            let is_of_a_table = path.starts_with("/api/tables/{id}");
            assert_eq!(!operation["security"].is_null(), is_of_a_table, "{what}");
            let expected = [
                (has_body, &[400, 422, 429, 500][..]),
                (is_of_a_table, &[403, 404, 500]),
                (path.contains('{'), &[404]),
            ];
            let expected = expected.iter().filter(|(is_so, _)| *is_so);
            for answer in operation["responses"]
                .as_object()
                .expect("answers")
                .values()
            {
                let meaning = answer["description"].as_str();
                assert!(meaning.is_some_and(|meaning| !meaning.is_empty()), "{what}");
            }
            for status in expected.flat_map(|(_, statuses)| *statuses) {
                let answer = &operation["responses"][status.to_string()];
                assert!(!answer.is_null(), "{status}: {what}");
            }
        }
    }
    requests_are_described_as_they_are_read(&description);
    let way = &variants(&description, "Reply", "preview")["properties"]["way"];
    assert_eq!(way["items"]["items"]["type"], "integer", "{way}");
    server.end().await;
}

/// The sort of a message that says so.
fn variants<'d>(description: &'d Value, of: &str, is: &str) -> &'d Value {
    let all = &description["components"]["schemas"][of]["oneOf"];
    let mut all = all.as_array().expect("several").iter();
    let found = all.find(|one| one["properties"]["is"]["enum"][0] == is);
    found.unwrap_or_else(|| panic!("{of}: {is}"))
}

fn requests_are_described_as_they_are_read(description: &Value) {
    let all = &description["components"]["schemas"]["Request"]["oneOf"];
    for one in all.as_array().expect("several") {
        assert_eq!(one["additionalProperties"], false, "{one}");
    }
    let field = |is: &str, name: &str| {
        let request = variants(description, "Request", is);
        request["properties"][name].clone()
    };
    assert_eq!(field("act", "who")["maximum"], u16::MAX);
    assert_eq!(field("act", "seen")["maximum"], u32::MAX);
    let habits = ["ask", "every", "never", "always"];
    assert_eq!(field("habit", "habit")["enum"], serde_json::json!(habits));
    let numbers = ["numbers", "words", "nothing"];
    assert_eq!(
        field("numbers", "numbers")["enum"],
        serde_json::json!(numbers)
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn whatever_is_refused_is_said_as_a_problem() {
    let server = Running::fresh().await;
    for (method, path, status) in [
        ("GET", "/api/nothing", 404),
        ("GET", "/api/scenarios/threeaction/%ff", 404),
        ("GET", "/api/rules/energy?q=a&q=b", 400),
        ("GET", "/api/rules/energy?search=bleed", 400),
        ("GET", "/api/tables", 405),
        ("PUT", "/api/systems", 405),
        ("POST", "/api/scenarios/check", 400),
    ] {
        let answer = server.http(method, path, None, None).await;
        assert_eq!(answer.status, status, "{method} {path}: {}", answer.body);
        assert!(answer.json()["is"].is_string(), "{method} {path}");
    }
    server.end().await;
}

fn parameters_stand_where_they_are_said_to(path: &str, operation: &Value, what: &str) {
    let none = Vec::new();
    for parameter in operation["parameters"].as_array().unwrap_or(&none) {
        let name = parameter["name"].as_str().expect("a name");
        let is_in_path = path.contains(&format!("{{{name}}}"));
        let place = if is_in_path { "path" } else { "query" };
        assert_eq!(parameter["in"], place, "{name}: {what}");
        assert_eq!(parameter["required"], is_in_path, "{name}: {what}");
    }
}
