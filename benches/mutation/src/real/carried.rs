//! What a method needs when it moves to another type.

use super::code::{Code, Edit, Method, owner, simple_name};
use refdiff::Element;

/// Types that need no import.
const KNOWN: [&str; 16] = [
    "String",
    "Object",
    "Integer",
    "Long",
    "Boolean",
    "Class",
    "System",
    "Math",
    "StringBuilder",
    "Exception",
    "RuntimeException",
    "IllegalArgumentException",
    "IllegalStateException",
    "Throwable",
    "Error",
    "Character",
];

/// The imports that a method needs in the file of another type; `None` if it uses something invisible there.
pub fn carried(
    code: &Code,
    method: &Method,
    target: &Element,
    own: &[&str],
    bare: bool,
) -> Option<Vec<Edit>> {
    let text = code.text(method.file);
    let file = code.file(target)?;
    let there = String::from_utf8(code.text(file).to_vec()).ok()?;
    let here = std::str::from_utf8(text).ok()?;
    let mut edits = Vec::new();
    for (number, word) in method.words.iter().enumerate() {
        let name = std::str::from_utf8(&text[word.clone()]).ok()?;
        let qualified = number > 0 && &text[method.words[number - 1].clone()] == b".";
        if qualified || *word == method.name || !name.starts_with(|c: char| c.is_alphabetic() || c == '_') {
            continue;
        }
        let called = method.words.get(number + 1).is_some_and(|w| &text[w.clone()] == b"(");
        let makes = number > 0 && &text[method.words[number - 1].clone()] == b"new";
        let words =
            ["if", "for", "while", "switch", "catch", "synchronized", "return", "super", "this", "try"];
        if own.contains(&name) || !bare && called && !makes && !words.contains(&name) {
            return None;
        }
        if !name.starts_with(char::is_uppercase) || name.len() == 1 || KNOWN.contains(&name) {
            continue;
        }
        let end = format!(".{name};");
        let import = here.lines().find(|l| l.starts_with("import ") && l.trim_end().ends_with(&end));
        match import {
            Some(import) if there.contains(import.trim_end()) => {}
            Some(import) => {
                let at = there.find("package ").and_then(|p| Some(p + there[p..].find(';')? + 1))?;
                let edit = (file, at..at, format!("\n{}", import.trim_end()));
                if !edits.contains(&edit) {
                    edits.push(edit);
                }
            }
            None => return None,
        }
    }
    Some(edits)
}

/// The names of a type's members.
pub fn members<'c>(code: &'c Code, key: &str) -> Vec<&'c str> {
    code.entities.iter().filter(|e| owner(&e.key) == key).map(|e| simple_name(&e.key)).collect()
}
