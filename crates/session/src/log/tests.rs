use super::*;

#[test]
fn a_line_is_weighed_with_all_that_it_holds() {
    let mut log = Log::default();
    let mut weight = |witness: Witness| {
        let before = log.bytes();
        log.remark_on(vec![witness], "A remark.".into(), 0);
        log.bytes() - before
    };
    let alone = weight(Witness::event(Audience::Everyone));
    let about = vec![CreatureId(1); 1_000].into();
    let full = weight(Witness {
        about,
        ..Witness::event(Audience::Everyone)
    });
    assert_eq!(full, alone + 2_000);
}

#[test]
fn what_is_known_at_the_moment_of_a_telling_is_weighed_once() {
    let weight = |told: usize| {
        let mut log = Log::default();
        log.remark("A remark.".to_owned(), 0);
        let told = vec![Witness::event(Audience::Everyone); told];
        log.came_after(0, told, |_| true);
        log.bytes()
    };
    let known = 2 * Knowledge::default().bytes();
    let each = weight(2) - weight(1);
    assert_eq!(weight(1), weight(0) + each + known);
}
