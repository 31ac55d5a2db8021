//! What changed between two versions of an element.

use super::version::Version;
use crate::above::above;
use crate::model::{Level, Lexicon, Role, Symbol, Token, TokenRange};
use serde::Serialize;
use std::collections::HashSet;
use std::fmt;

/// What happened to an element in a commit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum ElementChange {
    /// It was not there before.
    Introduced,
    /// It did not exist before, and its code was in another method.
    Extracted,
    /// The code of a method that is gone now is in it, in place of a call.
    Inlined,
    /// Another name.
    Rename,
    /// It is in another type.
    Move,
    /// Its enclosing type or its package has another name or place.
    Owner,
    /// Another path of its file.
    Path,
    /// Parameters, result, thrown types, type parameters; the type of a field; class, interface, ...
    Signature,
    /// Modifiers.
    Modifiers,
    /// Annotations.
    Annotations,
    /// The code of a method, including comments; the value of a field.
    Body,
    /// The comment above it.
    Doc,
    /// Blanks and line breaks, and comments in its head.
    Layout,
}

impl ElementChange {
    /// Its name in data formats.
    pub fn word(self) -> &'static str {
        use ElementChange::*;
        match self {
            Introduced => "introduced",
            Extracted => "extracted",
            Inlined => "inlined",
            Rename => "rename",
            Move => "move",
            Owner => "owner",
            Path => "path",
            Signature => "signature",
            Modifiers => "modifiers",
            Annotations => "annotations",
            Body => "body",
            Doc => "doc",
            Layout => "layout",
        }
    }

    /// Whether the program is unchanged by it.
    pub fn is_minor(self) -> bool {
        matches!(self, ElementChange::Doc | ElementChange::Layout)
    }
}

impl fmt::Display for ElementChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// What changed; empty if the two are the same at the same place. `moved` means that the element itself moved to
/// another type, not its type.
pub(super) fn changes(before: &Version, after: &Version, moved: bool) -> Vec<ElementChange> {
    use ElementChange::*;
    let mut found = Vec::new();
    let mut note = |change: ElementChange, differs: bool| found.extend(differs.then_some(change));
    let (old, new) = (before.model(), after.model());
    note(Path, before.file.path != after.file.path);
    let owner = |version: &Version| {
        let model = version.model();
        let around = model.container(version.id).map(|id| model.key(id));
        around.unwrap_or_else(|| model.file(version.id).package.to_string())
    };
    let other_owner = owner(before) != owner(after);
    note(Move, moved && other_owner);
    note(Owner, !moved && other_owner);
    let renamed = old.declaration(before.id).name != new.declaration(after.id).name;
    note(Rename, renamed);
    let same_unit = old.is_identical(before.id, new, after.id);
    if !same_unit {
        let (one, two) = (Head::new(before), Head::new(after));
        note(Annotations, one.annotations != two.annotations);
        note(Modifiers, one.modifiers != two.modifiers);
        let kinds = (old.kind(before.id), new.kind(after.id));
        let is_type = kinds.0.level() == Level::Type;
        note(Signature, !is_type && one.rest != two.rest || is_type && kinds.0 != kinds.1);
        if !is_type {
            let (was, is) = (body(before), body(after));
            let other_body = was.tokens != is.tokens || was.dense != is.dense;
            note(Body, other_body);
            note(
                Layout,
                !other_body && was.text != is.text
                    || !renamed && one.text != two.text && one.is_same_code(&two),
            );
        }
    }
    let doc = |version: &Version| dense(above(version.model(), version.id, version.file.text()));
    note(Doc, doc(before) != doc(after));
    found.sort_unstable();
    found.dedup();
    found
}

/// Whether a method called methods of its file before that are gone after: their code may be in it now.
pub(super) fn lost_callees(before: &Version, after: &Version) -> bool {
    let calls = |version: &Version| -> HashSet<Symbol> {
        let body = version.model().declaration(version.id).body.clone();
        let inside = body.map(|range| tokens(version, &range)).unwrap_or_default();
        inside.iter().filter(|t| t.role() == Role::Call).map(|t| t.symbol).collect()
    };
    let methods = |version: &Version| -> HashSet<Symbol> {
        let model = version.model();
        model.ids_of(Level::Method).map(|id| model.name(id)).collect()
    };
    let (gone, there) = (methods(before), methods(after));
    let still = calls(after);
    calls(before).iter().any(|name| !still.contains(name) && gone.contains(name) && !there.contains(name))
}

/// The tokens of a declaration in a range.
fn tokens<'v>(version: &'v Version, range: &TokenRange) -> &'v [Token] {
    let all = &version.model().unit(version.id).tokens;
    all.get(range.start as usize..range.end as usize).unwrap_or_default()
}

/// A declaration without its body.
struct Head<'v> {
    annotations: Vec<Symbol>,
    modifiers: Vec<Symbol>,
    /// Everything else except the name.
    rest: Vec<Symbol>,
    text: &'v [u8],
}

impl<'v> Head<'v> {
    fn new(version: &'v Version) -> Self {
        let model = version.model();
        let declaration = model.declaration(version.id);
        let name = Symbol::of(declaration.name.as_bytes());
        let all = &declaration.tokens;
        let is_name = |t: &Token| t.role() == Role::Declaration && t.symbol == name;
        let named = tokens(version, all).iter().position(is_name);
        // For a type, only the part before its name counts: supertypes and members are their own elements.
        let end = match (&declaration.body, named) {
            _ if declaration.kind.level() == Level::Type => all.start + named.unwrap_or(0) as u32,
            (Some(body), _) => body.start,
            (None, _) => all.end,
        };
        let lexicon = model.file(version.id).lexicon;
        let mut head = Head { annotations: Vec::new(), modifiers: Vec::new(), rest: Vec::new(), text: &[] };
        let inside = tokens(version, &(all.start..end));
        for (number, token) in inside.iter().enumerate() {
            if token.role() == Role::Annotation {
                head.annotations.push(token.symbol);
            } else if is_modifier(lexicon, token) {
                head.modifiers.push(token.symbol);
            } else if Some(number) != named {
                head.rest.push(token.symbol);
            }
        }
        // The order of modifiers does not matter.
        head.modifiers.sort_unstable();
        head.text = bytes(version, inside);
        head
    }

    fn is_same_code(&self, other: &Head<'_>) -> bool {
        self.annotations == other.annotations && self.modifiers == other.modifiers && self.rest == other.rest
    }
}

fn is_modifier(lexicon: &Lexicon, token: &Token) -> bool {
    let lists = [lexicon.visibility, lexicon.effective, lexicon.bodiless].into_iter().flatten().copied();
    let mut words = lists.chain([lexicon.constant, lexicon.shared]);
    token.role() == Role::Keyword && words.any(|word| Symbol::of(word) == token.symbol)
}

/// The text from the first to the last of some tokens.
fn bytes<'v>(version: &'v Version, tokens: &[Token]) -> &'v [u8] {
    let (Some(first), Some(last)) = (tokens.first(), tokens.last()) else { return &[] };
    let start = version.start_of_unit();
    version.file.text().get((start + first.start) as usize..(start + last.end()) as usize).unwrap_or_default()
}

/// The body of a method, or the value of a field.
struct Body<'v> {
    tokens: Vec<Symbol>,
    text: &'v [u8],
    /// The text without blanks: a difference here but not in the tokens is a comment.
    dense: Vec<u8>,
}

fn body(version: &Version) -> Body<'_> {
    let declaration = version.model().declaration(version.id);
    let Some(range) = &declaration.body else {
        return Body { tokens: Vec::new(), text: &[], dense: Vec::new() };
    };
    let unit = version.model().unit(version.id);
    let start = version.start_of_unit();
    // From the bracket before the body to the end of the declaration, so that comments at both ends are included.
    let from = range.start.checked_sub(1).map_or(0, |before| unit.tokens[before as usize].end());
    let is_method = declaration.kind.level() == Level::Method;
    let last = unit.tokens.get(range.end.saturating_sub(1) as usize).map_or(from, Token::end);
    let to = if is_method { declaration.span.end } else { last.max(from) };
    let text = version.file.text().get((start + from) as usize..(start + to) as usize).unwrap_or_default();
    let tokens = tokens(version, range).iter().map(|t| t.symbol).collect();
    Body { tokens, text, dense: dense(text) }
}

/// A text without blanks.
fn dense(text: &[u8]) -> Vec<u8> {
    text.iter().copied().filter(|b| !b.is_ascii_whitespace()).collect()
}
