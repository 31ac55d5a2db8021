//! A refactoring in one line, for a person.
//!
//! The sentence of a type has gaps: `{kind}` and `{old}` stand for what the element before is and for its key, `{kind.after}`
//! and `{new}` for those of the element after, `{new.name}` for the last name of the key, `{new.owner}` for what stands before
//! it, `{changes}` for what changed in a signature. Of something finer than an entity, `{was}` and `{is}` are how it is written
//! before and after, `{was.name}` and `{is.name}` its names.

use super::Element;
use super::element::split_name;
use crate::refactorings::RefactoringType;

/// Says what happened to what.
pub(super) fn describe(
    refactoring: RefactoringType,
    before: &Element,
    after: &Element,
    changes: &[String],
) -> String {
    let text = |element: &Element| element.subject.as_ref().map(|s| s.text.clone()).unwrap_or_default();
    let name = |element: &Element| element.subject.as_ref().map(|s| s.name.clone()).unwrap_or_default();
    fill(refactoring.info().sentence, |gap| match gap {
        "kind" => before.kind.to_string(),
        "kind.after" => after.kind.to_string(),
        "old" => before.key.clone(),
        "new" => after.key.clone(),
        "new.name" => split_name(&after.key).1.to_owned(),
        "new.owner" => match split_name(&after.key).0 {
            "" => "the default package".to_owned(),
            owner => owner.to_owned(),
        },
        "changes" => changes.join(", "),
        "was" => text(before),
        "is" => text(after),
        "was.name" => name(before),
        "is.name" => name(after),
        other => other.to_owned(),
    })
}

/// A sentence with its gaps filled; what is filled in is not looked at again.
pub fn fill(sentence: &str, gap: impl Fn(&str) -> String) -> String {
    let mut filled = String::new();
    let mut rest = sentence;
    while let Some((before, behind)) = rest.split_once('{') {
        filled.push_str(before);
        let (name, behind) = behind.split_once('}').unwrap_or((behind, ""));
        filled.push_str(&gap(name));
        rest = behind;
    }
    filled + rest
}
