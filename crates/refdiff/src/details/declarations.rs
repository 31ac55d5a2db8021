//! What matched entities declare: visibility, modifiers, annotations, types, exceptions.

use super::reader::{Head, Mark, Reader, Variable, named};
use super::{Pair, Part};
use crate::model::{EntityKind, Level};
use crate::refactorings::RefactoringType::{self, *};
use crate::report::access;

/// The refactoring types for annotations or modifiers: added, removed and modified.
type Told = (RefactoringType, RefactoringType, Option<RefactoringType>);

/// Reports what changed between the heads of a pair, and returns the heads.
pub(super) fn compare(pair: &mut Pair<'_>) -> (Head, Head) {
    let (old, new) = (&pair.matched.before.model, &pair.matched.after.model);
    let (b, a) = (pair.before, pair.after);
    let was = Reader::new(pair.matched.before, b).head(old, b);
    let is = Reader::new(pair.matched.after, a).head(new, a);
    let level = old.level(b);
    if level != new.level(a) || old.kind(b).is_module() {
        return (was, is);
    }
    let lexicon = old.file(b).lexicon;
    // What is written, or else the default.
    let visible = |head: &Head, otherwise: &'static str| {
        let written =
            head.modifiers.iter().find_map(|m| lexicon.visibility.iter().find(|word| m.text == **word));
        written.copied().unwrap_or(otherwise)
    };
    let (seen, sees) = (visible(&was, access(old, b)), visible(&is, access(new, a)));
    if seen != sees && !lexicon.visibility.is_empty() && old.kind(b) != EntityKind::EnumConstant {
        let part = |entity, head: &Head, word: &str| {
            let written = head.modifiers.iter().find(|m| m.text == word);
            let tokens = written.map_or(head.name..head.name + 1, |m| m.tokens.clone());
            Some(Part { kind: "modifier", name: word.into(), text: word.into(), entity, tokens })
        };
        let refactoring = match level {
            Level::Type => ChangeTypeAccessModifier,
            Level::Method => ChangeMethodAccessModifier,
            Level::Field => ChangeFieldAccessModifier,
        };
        pair.add(refactoring, part(b, &was, seen), part(a, &is, sees));
    }
    let (modifiers, annotations): (Told, Told) = match level {
        Level::Type => (
            (AddTypeModifier, RemoveTypeModifier, None),
            (AddTypeAnnotation, RemoveTypeAnnotation, Some(ModifyTypeAnnotation)),
        ),
        Level::Method => (
            (AddMethodModifier, RemoveMethodModifier, None),
            (AddMethodAnnotation, RemoveMethodAnnotation, Some(ModifyMethodAnnotation)),
        ),
        Level::Field => (
            (AddFieldModifier, RemoveFieldModifier, None),
            (AddFieldAnnotation, RemoveFieldAnnotation, Some(ModifyFieldAnnotation)),
        ),
    };
    let plain = |head: &Head| -> Vec<Mark> {
        let is_access = |m: &&Mark| lexicon.visibility.contains(&m.text.as_str());
        head.modifiers.iter().filter(|m| !is_access(m)).cloned().collect()
    };
    // Between an interface and a class, different modifiers of a member are no change of the member.
    let owner = |model: &crate::model::Model, id| model.container(id).map(|c| model.kind(c));
    if level == Level::Type || owner(old, b) == owner(new, a) {
        marks(pair, "modifier", (&plain(&was), &plain(&is)), modifiers, None);
    }
    marks(pair, "annotation", (&was.annotations, &is.annotations), annotations, None);
    match level {
        Level::Type => kind(pair, &was, &is),
        Level::Method => {
            result(pair, &was, &is);
            thrown(pair, &was, &is);
        }
        Level::Field
            if old.kind(b) != EntityKind::EnumConstant && new.kind(a) != EntityKind::EnumConstant =>
        {
            field_type(pair, &was, &is);
        }
        Level::Field => {}
    }
    (was, is)
}

/// Reports modifiers or annotations that were added, removed or modified. For a variable, the text includes the
/// variable.
fn marks(
    pair: &mut Pair<'_>,
    kind: &'static str,
    (was, is): (&[Mark], &[Mark]),
    (came, went, changed): Told,
    of: Option<(&Variable, &Variable)>,
) {
    let of_text = |mark: &Mark, variable: Option<&Variable>| {
        let mut mark = mark.clone();
        if let Some(variable) = variable {
            let what = if variable.is_parameter { "parameter" } else { "variable" };
            mark.text = format!("{} in {what} {}", mark.text, variable.text());
        }
        mark
    };
    let mut taken = vec![false; is.len()];
    let mut left: Vec<&Mark> = Vec::new();
    for old in was {
        match (0..is.len()).find(|&i| !taken[i] && is[i].name == old.name && says(&is[i]) == says(old)) {
            Some(i) => taken[i] = true,
            None => left.push(old),
        }
    }
    for old in left {
        let namesake = (0..is.len()).find(|&i| !taken[i] && changed.is_some() && is[i].name == old.name);
        match (namesake, changed) {
            (Some(i), Some(changed)) => {
                taken[i] = true;
                let now = of_text(&is[i], of.map(|v| v.1));
                pair.add(changed, Pair::mark(pair.before, kind, old), Pair::mark(pair.after, kind, &now));
            }
            _ => {
                let old = of_text(old, of.map(|v| v.0));
                pair.add(went, Pair::mark(pair.before, kind, &old), None);
            }
        }
    }
    for (i, new) in is.iter().enumerate() {
        if !taken[i] {
            let new = of_text(new, of.map(|v| v.1));
            pair.add(came, None, Pair::mark(pair.after, kind, &new));
        }
    }
}

/// The content of an annotation, independent of order and form.
fn says(mark: &Mark) -> String {
    let Some((_, arguments)) = mark.text.split_once('(') else { return String::new() };
    let arguments = arguments.strip_suffix(')').unwrap_or(arguments);
    let mut depth = 0;
    let mut all: Vec<String> = vec![String::new()];
    for c in arguments.chars() {
        match c {
            '(' | '{' | '[' => depth += 1,
            ')' | '}' | ']' => depth -= 1,
            ',' if depth == 0 => {
                all.push(String::new());
                continue;
            }
            _ => {}
        }
        if let Some(last) = all.last_mut() {
            last.push(c);
        }
    }
    if let [only] = all.as_mut_slice()
        && let Some(value) = only.strip_prefix("value=")
    {
        *only = value.to_owned();
    }
    all.sort();
    all.join(",").replace(",}", "}")
}

/// Whether two types are written alike, even if only one has its full path. A full path has at least three names;
/// fewer may be a nested type.
pub(super) fn same_type(old: &str, new: &str) -> bool {
    let in_path = |c: &char| c.is_alphanumeric() || matches!(c, '_' | '$' | '.');
    let parts = |text: &str| -> Vec<String> {
        let chars: Vec<char> = text.chars().collect();
        chars.chunk_by(|x, y| in_path(x) == in_path(y)).map(|part| part.iter().collect()).collect()
    };
    let ends = |long: &str, short: &str| {
        let rest = long.strip_suffix(short).and_then(|rest| rest.strip_suffix('.'));
        rest.is_some_and(|rest| !rest.is_empty()) && long.matches('.').count() > 1 && !long.contains("..")
    };
    let (old, new) = (parts(old), parts(new));
    old.len() == new.len() && old.iter().zip(&new).all(|(x, y)| x == y || ends(x, y) || ends(y, x))
}

/// Reports what changed about the modifiers and annotations of a variable.
pub(super) fn variable(pair: &mut Pair<'_>, was: &Variable, is: &Variable) {
    let (modifiers, annotations): (Told, Told) = if is.is_parameter {
        (
            (AddParameterModifier, RemoveParameterModifier, None),
            (AddParameterAnnotation, RemoveParameterAnnotation, Some(ModifyParameterAnnotation)),
        )
    } else {
        (
            (AddVariableModifier, RemoveVariableModifier, None),
            (AddVariableAnnotation, RemoveVariableAnnotation, Some(ModifyVariableAnnotation)),
        )
    };
    let of = Some((was, is));
    marks(pair, "modifier", (&was.modifiers, &is.modifiers), modifiers, of);
    marks(pair, "annotation", (&was.annotations, &is.annotations), annotations, of);
}

fn kind(pair: &mut Pair<'_>, was: &Head, is: &Head) {
    let (old, new) = (&pair.matched.before.model, &pair.matched.after.model);
    let (from, to) = (old.kind(pair.before), new.kind(pair.after));
    let same_language = std::ptr::eq(old.file(pair.before).lexicon, new.file(pair.after).lexicon);
    if from == to || !same_language || from.is_module() || to.is_module() {
        return;
    }
    let part = |entity, head: &Head, word: &str| {
        let tokens = head.name..head.name + 1;
        Some(Part { kind: "kind", name: word.into(), text: word.into(), entity, tokens })
    };
    let (was, is) = (part(pair.before, was, from.word()), part(pair.after, is, to.word()));
    pair.add(ChangeTypeKind, was, is);
}

fn result(pair: &mut Pair<'_>, was: &Head, is: &Head) {
    let constructs = |model: &crate::model::Model, id| {
        matches!(model.kind(id), EntityKind::Constructor | EntityKind::Initialiser)
    };
    let (old, new) = (&pair.matched.before.model, &pair.matched.after.model);
    if constructs(old, pair.before) || constructs(new, pair.after) {
        return;
    }
    if let (Some(was), Some(is)) = (&was.ty, &is.ty)
        && !same_type(&was.text, &is.text)
    {
        let (was, is) = (Pair::mark(pair.before, "type", was), Pair::mark(pair.after, "type", is));
        pair.add(ChangeReturnType, was, is);
    }
}

/// One removed and one added type count as one changed type.
fn thrown(pair: &mut Pair<'_>, was: &Head, is: &Head) {
    let missing = |from: &Head, of: &Head| -> Vec<Mark> {
        from.throws.iter().filter(|t| !of.throws.iter().any(|o| o.text == t.text)).cloned().collect()
    };
    let (went, came) = (missing(was, is), missing(is, was));
    let part = |entity, mark: &Mark| Pair::mark(entity, "type", mark);
    if !went.is_empty() && !came.is_empty() {
        let list = |entity, all: &[Mark]| -> Option<Part> {
            let text: Vec<&str> = all.iter().map(|m| m.text.as_str()).collect();
            let text = if let [one] = text[..] { one.to_owned() } else { format!("[{}]", text.join(", ")) };
            let tokens = all.first()?.tokens.start..all.last()?.tokens.end;
            Some(Part { kind: "type", name: text.clone(), text, entity, tokens })
        };
        pair.add(ChangeThrownExceptionType, list(pair.before, &went), list(pair.after, &came));
        return;
    }
    for mark in &went {
        pair.add(RemoveThrownExceptionType, part(pair.before, mark), None);
    }
    for mark in &came {
        pair.add(AddThrownExceptionType, None, part(pair.after, mark));
    }
}

fn field_type(pair: &mut Pair<'_>, was: &Head, is: &Head) {
    let (Some(old), Some(new)) = (&was.ty, &is.ty) else { return };
    if same_type(&old.text, &new.text) {
        return;
    }
    let part = |entity, model: &crate::model::Model, ty: &Mark| {
        let name = model.declaration(entity).name.to_string();
        let (text, tokens) = (named(&name, &ty.text), ty.tokens.clone());
        Some(Part { kind: "field", name, text, entity, tokens })
    };
    let was = part(pair.before, &pair.matched.before.model, old);
    let is = part(pair.after, &pair.matched.after.model, new);
    pair.add(ChangeFieldType, was, is);
}
