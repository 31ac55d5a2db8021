//! The cases under fixtures/details and fixtures/patterns; the READMEs there say how they are written.

use refdiff::{Comparison, Element, Group, Refactoring, RefactoringType, SourceText};

/// One of them.
pub struct Case {
    pub name: String,
    pub positive: bool,
    pub before: Vec<SourceText>,
    pub after: Vec<SourceText>,
    pub expected: Vec<String>,
}

/// The folder under fixtures/ with the cases of a type.
pub fn folder(wanted: RefactoringType) -> &'static str {
    if wanted.group() == Group::Pattern { "patterns" } else { "details" }
}

/// The cases of a file: `== positive: what` or `== look-alike: what`, then `--- before [FILE]`, `--- after [FILE]` and
/// `--- expected`, each with what stands below it.
pub fn cases(wanted: RefactoringType) -> Vec<Case> {
    let flag = wanted.flag();
    let path = super::fixtures().join(folder(wanted)).join(format!("{flag}.txt"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let mut all: Vec<Case> = Vec::new();
    for part in text.split("\n== ").skip(1) {
        let (heading, rest) = part.split_once('\n').unwrap();
        let (kind, name) = heading.split_once(": ").unwrap_or_else(|| panic!("{flag}: == {heading}"));
        assert!(["positive", "look-alike"].contains(&kind), "{flag}: == {heading}");
        let mut case = Case {
            name: format!("{flag}: {name}"),
            positive: kind == "positive",
            before: Vec::new(),
            after: Vec::new(),
            expected: Vec::new(),
        };
        for section in format!("\n{rest}").split("\n--- ").skip(1) {
            let (what, body) = section.split_once('\n').unwrap_or((section, ""));
            let mut words = what.split_whitespace();
            let body = format!("{}\n", body.trim_end());
            let source =
                |file: Option<&str>| SourceText::new(file.unwrap_or("Example.java"), body.as_bytes());
            match words.next() {
                Some("before") => case.before.push(source(words.next())),
                Some("after") => case.after.push(source(words.next())),
                Some("expected") => {
                    case.expected =
                        body.lines().map(str::trim).filter(|l| !l.is_empty()).map(String::from).collect();
                    case.expected.sort();
                }
                _ => panic!("{flag}: --- {what}"),
            }
        }
        assert!(!case.before.is_empty() && !case.after.is_empty(), "{}: a side is missing", case.name);
        assert_eq!(case.positive, !case.expected.is_empty(), "{}: what is expected", case.name);
        all.push(case);
    }
    all
}

/// `was -> is in KEY`, with what there is of it; of a pattern `KEY -> KEY`.
pub fn line(found: &Refactoring) -> String {
    if found.group == Group::Pattern {
        return format!("{} -> {}", found.before.key, found.after.key);
    }
    let text = |element: &Element| element.subject.as_ref().map(|s| s.text.clone());
    let said: Vec<String> = [text(&found.before), text(&found.after)].into_iter().flatten().collect();
    format!("{} in {}", said.join(" -> "), found.after.key)
}

pub fn of_type(comparison: &Comparison, wanted: RefactoringType) -> Vec<String> {
    let details = comparison.details();
    let mut lines: Vec<String> = details.iter().filter(|d| d.refactoring == wanted).map(line).collect();
    lines.sort();
    lines
}
