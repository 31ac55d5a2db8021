//! A refactoring in one line, for a person.

use super::Element;
use crate::refactorings::RefactoringType;

/// Says what happened to what.
pub(super) fn describe(
    refactoring: RefactoringType,
    before: &Element,
    after: &Element,
    changes: &[String],
) -> String {
    use RefactoringType::*;
    let kind = before.kind;
    let (old, new) = (&before.key, &after.key);
    match refactoring {
        RenameType | RenameMethod | RenameField => format!("{kind} {old} was renamed to {}", last_name(new)),
        ChangeMethodSignature => format!("{kind} {old} is now {}: {}", last_name(new), changes.join(", ")),
        RenamePackage => format!("{kind} {old} was renamed to {new}"),
        MovePackage => format!("{kind} {old} is now {new}"),
        MoveType => format!("{kind} {old} was moved to {}", owner(new)),
        MoveMethod | MoveField => format!("{kind} {old} was moved to {}", owner(new)),
        MoveAndRenameType | MoveAndRenameMethod | MoveAndRenameField => {
            format!("{kind} {old} was moved and renamed to {new}")
        }
        ExtractSupertype | ExtractClass | ExtractSubclass => {
            format!("{} {new} was extracted from {old}", after.kind)
        }
        ExtractMethod | ExtractAndMoveMethod => format!("{} {new} was extracted from {old}", after.kind),
        InlineMethod | MoveAndInlineMethod => format!("{kind} {old} was inlined into {new}"),
        PullUpMethod | PullUpField => format!("{kind} {old} was pulled up to {}", owner(new)),
        PushDownMethod | PushDownField => format!("{kind} {old} was pushed down to {}", owner(new)),
    }
}

/// Where the last name of a key begins: a parameter list may hold dots of its own.
fn split(key: &str) -> (&str, &str) {
    let head = key.find('(').unwrap_or(key.len());
    match key[..head].rfind('.') {
        Some(dot) => (&key[..dot], &key[dot + 1..]),
        None => ("the default package", key),
    }
}

fn last_name(key: &str) -> &str {
    split(key).1
}

fn owner(key: &str) -> &str {
    split(key).0
}
