//! When two reports are the same: the type, as its family, and the keys without what tools write differently.

use std::collections::BTreeSet;

/// The types that the paper's tables have.
pub const CORE: [&str; 13] = [
    "Rename Type",
    "Move Type",
    "Move and Rename Type",
    "Extract Supertype",
    "Rename Method",
    "Pull Up Method",
    "Push Down Method",
    "Move Method",
    "Extract Method",
    "Inline Method",
    "Pull Up Field",
    "Push Down Field",
    "Move Field",
];

/// What a type is a name for. Where a data set has only the coarser of two names for a pair, the finer is no mistake.
pub fn family(name: &str) -> &str {
    match name {
        "Rename Type" | "Move Type" | "Move and Rename Type" => "relocate type",
        "Move and Rename Method" | "Move Method" => "move method",
        "Extract Superclass" | "Extract Interface" => "Extract Supertype",
        "Extract and Move Method" => "Extract Method",
        "Move and Inline Method" => "Inline Method",
        other => other,
    }
}

/// Whether a type's family is among those of the paper.
pub fn is_core(name: &str) -> bool {
    CORE.iter().any(|core| family(core) == family(name))
}

/// A report without its evidence: family, and the keys before and after.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Triple {
    pub family: String,
    pub before: String,
    pub after: String,
}

impl Triple {
    pub fn new(name: &str, before: &str, after: &str) -> Self {
        Triple { family: family(name).to_owned(), before: normal(before), after: normal(after) }
    }

    /// Whether it is a nested type that only went along with its outer type.
    pub fn went_along(&self, relocated: &BTreeSet<(String, String)>) -> bool {
        let name = |key: &str| key.rsplit('.').next().unwrap_or(key).to_owned();
        self.family == "relocate type"
            && name(&self.before) == name(&self.after)
            && relocated.contains(&(parent(&self.before).to_owned(), parent(&self.after).to_owned()))
    }
}

/// A key with erased simple parameter types, no blanks, and arrays for variable arguments.
pub fn normal(key: &str) -> String {
    let (mut depth, mut last) = (0, ' ');
    let mut bare = String::new();
    for c in key.chars() {
        let closes = c == '>' && last != '-';
        depth += i32::from(c == '<') - i32::from(closes);
        if depth == 0 && !closes {
            bare.push(c);
        }
        last = c;
    }
    let bare = bare.replace(['#', '$'], ".").replace("...", "[]").replace(' ', "");
    let Some((head, parameters)) = bare.split_once('(') else { return bare };
    let parameters = parameters.trim_end_matches(')').split(',').filter(|p| !p.is_empty());
    let simple: Vec<&str> = parameters.map(|p| p.rsplit('.').next().unwrap_or(p)).collect();
    format!("{head}({})", simple.join(","))
}

/// Whether two keys name the same element, where one has more of the path of its module than the other, or a word of its own
/// for the module itself.
pub fn same_end(one: &str, other: &str) -> bool {
    let parts = |key: &str| -> (String, String) {
        let (head, parameters) = key.split_at(key.find('(').unwrap_or(key.len()));
        let head = head.replace("::", ".").replace('/', ".");
        let names: Vec<&str> = head.split('.').filter(|name| !MODULE.contains(name)).collect();
        (names.join("."), parameters.to_owned())
    };
    let ((x, p), (y, q)) = (parts(one), parts(other));
    let ends = |long: &str, short: &str| long.strip_suffix(short).is_some_and(|rest| rest.ends_with('.'));
    p == q && (x == y || ends(&x, &y) || ends(&y, &x))
}

/// What data sets call a module itself.
const MODULE: [&str; 2] = ["__module__", "module"];

/// What a key is inside of.
pub fn parent(key: &str) -> &str {
    let head = key.split('(').next().unwrap_or(key);
    head.rsplit_once('.').map_or(head, |(parent, _)| parent)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_compared_without_what_tools_write_differently() {
        assert_eq!(normal("a.B#m(java.util.List<String>, int...)"), "a.B.m(List,int[])");
        assert_eq!(normal("a.B$C"), "a.B.C");
        assert_eq!(normal("a.B.m()"), "a.B.m()");
        assert_eq!((parent("a.B.m(c.D)"), parent("A")), ("a.B", "A"));
        assert!(same_end("lib.a.b.f(x)", "b.__module__.f(x)"));
        assert!(!same_end("lib.a.b.f(x)", "b.f(y)") && !same_end("ab.f(x)", "b.f(x)"));
    }
}
