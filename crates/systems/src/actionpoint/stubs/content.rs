pub fn file_schemas() -> Vec<(String, serde_json::Value)> {
    Vec::new()
}
