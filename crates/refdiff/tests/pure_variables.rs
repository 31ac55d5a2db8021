//! Local variables and parameters that only got another name leave nothing to review; with any edit beside it they do.
#![allow(clippy::unwrap_used)]

#[path = "support/pure.rs"]
mod support;

use support::left;

const STAIRS: &str = "class Stairs {
    int depth;

    int climb(int steps) {
        int d = start(steps);
        log(d, depth);
        for (int i = 0; i < d; i++) {
            go(i, steps);
        }
        return d;
    }
}
";

fn lines(before: &str, after: &str) -> Vec<String> {
    let one = |text: &str| vec![("A.java", text.to_owned())];
    left(&one(before), &one(after))
}

fn pure(before: &str, after: &str) -> bool {
    lines(before, after).is_empty()
}

#[test]
fn variables_under_other_names() {
    let renamed = STAIRS.replace("int d =", "int level =").replace("log(d,", "log(level,");
    let renamed = renamed.replace("i < d;", "i < level;").replace("return d;", "return level;");
    assert!(pure(STAIRS, &renamed), "{:?}", lines(STAIRS, &renamed));
    // One use means something else.
    assert!(!pure(STAIRS, &renamed.replace("log(level, depth)", "log(steps, depth)")));
    assert!(!pure(STAIRS, &renamed.replace("i < level;", "i < depth;")));
    // One use did not follow: both lines of the declaration are left.
    assert_eq!(lines(STAIRS, &STAIRS.replace("int d =", "int level =")).len(), 2);
    // The new name hides a field that is used.
    let hidden = STAIRS.replace("int d =", "int depth =").replace("log(d,", "log(depth,");
    let hidden = hidden.replace("i < d;", "i < depth;").replace("return d;", "return depth;");
    assert!(!pure(STAIRS, &hidden), "the field is another variable now");
}

#[test]
fn parameters_under_other_names() {
    let renamed = STAIRS.replace("steps", "count");
    assert!(pure(STAIRS, &renamed), "{:?}", lines(STAIRS, &renamed));
    // Two that exchange their names, and one use that does not follow.
    let two = "class Box { int area(int a, int b) { int c = a * 2; return c - b; } }\n";
    let wrong = "class Box { int area(int b, int a) { int c = b * 2; return c - b; } }\n";
    assert!(!pure(two, wrong));
    // Whoever is annotated may be known by its name.
    let bound = STAIRS.replace("int climb(int steps)", "int climb(@Path int steps)");
    assert!(!pure(&bound, &bound.replace("steps", "count")));
}
