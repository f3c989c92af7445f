//! What the log says of cases of the book, and how often.

use affray_energy::Energy;
use affray_kernel::example::{Page, run_case};
use affray_trial::repository::{content, file, files, home};

#[test]
fn damage_that_goes_through_an_aura_is_told_once() {
    let source = file(&home::<Energy>().join("tests/book/aura.md"));
    let page = Page::parse(source).expect("a page");
    let case = page
        .case("What goes through it is told once")
        .expect("a case");
    let library = files(&content::<Energy>(), "toml");
    let report = run_case::<Energy>(&page, case, &library);
    let told = report
        .log
        .iter()
        .filter(|told| told.sentence.text.contains("takes 4 Non-Lethal"));
    assert_eq!(told.count(), 1, "{:?}", report.failures);
}

#[test]
fn whoever_dies_is_not_said_to_stop_bleeding() {
    let source = file(&home::<Energy>().join("tests/book/death.md"));
    let page = Page::parse(source).expect("a page");
    let case = page.case("Death Saves: 1 is death").expect("a case");
    let library = files(&content::<Energy>(), "toml");
    let report = run_case::<Energy>(&page, case, &library);
    let said = |part: &str| {
        let texts = report.log.iter().map(|told| &told.sentence.text);
        texts.filter(|text| text.contains(part)).count()
    };
    assert_eq!((said("durn dies"), said("stops bleeding")), (1, 0));
}

#[test]
fn a_rest_that_wakes_does_not_say_that_it_will() {
    let source = file(&home::<Energy>().join("tests/book/resting.md"));
    let page = Page::parse(source).expect("a page");
    let case = page
        .case("Whoever is Stabilized wakes with the first block")
        .expect("a case");
    let library = files(&content::<Energy>(), "toml");
    let report = run_case::<Energy>(&page, case, &library);
    let said = |part: &str| {
        let texts = report.log.iter().map(|told| &told.sentence.text);
        texts.filter(|text| text.contains(part)).count()
    };
    assert_eq!((said("alda wakes"), said("will wake")), (1, 0));
}
