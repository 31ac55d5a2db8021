//! Refactorings of real code, as text edits. What cannot be done safely without a compiler is not done.

use super::carried::{carried, members};
use super::code::{Code, Edit, Method, closing, owner, simple_name};
use crate::program::Names;
use crate::random::Random;
use refdiff::{Element, FilePath, SourceText};
use std::collections::BTreeSet;
use std::ops::Range;

/// Refactored code, with the keys before and after.
pub struct Mutation {
    pub files: Vec<SourceText>,
    pub keys: (String, String),
}

/// Refactors an entity whose key is in the allowed set.
pub type Mutate = fn(&Code, &BTreeSet<String>, &mut Random) -> Option<Mutation>;

/// All refactorings; the flag means that the code before is changed instead, which gives the reverse refactoring.
pub const ALL: [(&str, Mutate, bool); 10] = [
    ("Rename Method", rename_method, false),
    ("Change Method Signature", change_signature, false),
    ("Move Method", move_method, false),
    ("Pull Up Method", pull_up, false),
    ("Push Down Method", pull_up, true),
    ("Extract Method", extract, false),
    ("Inline Method", extract, true),
    ("Rename Type", rename_type, false),
    ("Move Type", move_type, false),
    ("Rename Field", rename_field, false),
];

fn pick<'c>(
    code: &'c Code,
    allowed: &BTreeSet<String>,
    random: &mut Random,
    fits: impl Fn(&Element) -> bool,
) -> Option<&'c Element> {
    let all: Vec<&Element> = code.entities.iter().filter(|e| allowed.contains(&e.key) && fits(e)).collect();
    if all.is_empty() { None } else { Some(*random.pick(&all)) }
}

fn fresh(code: &Code, random: &mut Random, make: fn(&mut Names, &mut Random) -> String) -> String {
    let mut names = Names::default();
    loop {
        let name = make(&mut names, random);
        if code.occurrences(&name).is_empty() {
            return name;
        }
    }
}

/// A method with a non-trivial body and a unique name.
fn method<'c>(
    code: &'c Code,
    allowed: &BTreeSet<String>,
    random: &mut Random,
) -> Option<(&'c Element, Method)> {
    let element = pick(code, allowed, random, |e| {
        e.kind == "method" && code.declared(simple_name(&e.key)) == 1 && is_in_plain_type(code, e)
    })?;
    let method = Method::of(code, element)?;
    (method.statements.len() >= 2 && method.words.len() >= 30).then_some((element, method))
}

/// Whether an element is declared in a class or an enum that is not itself inside a member's code: declarations
/// inside bodies are ignored.
fn is_in_plain_type(code: &Code, element: &Element) -> bool {
    let is_type = |e: &&Element| e.key == owner(&element.key) && matches!(&*e.kind, "class" | "enum");
    let Some(around) = code.entities.iter().find(is_type) else { return false };
    let inside = |e: &Element| e.start_byte <= around.start_byte && around.end_byte <= e.end_byte;
    let is_member =
        |e: &Element| !matches!(&*e.kind, "class" | "interface" | "enum" | "record" | "annotation");
    !code.entities.iter().any(|e| e.path == around.path && is_member(e) && inside(e))
}

/// The call sites of a method, as ranges of its name; `None` if its name is used in another way.
fn calls(code: &Code, method: &Method, name: &str) -> Option<Vec<(usize, Range<usize>)>> {
    let mut found = Vec::new();
    for (file, place) in code.occurrences(name) {
        if file == method.file && place == method.name {
            continue;
        }
        let text = code.text(file);
        let next = text[place.end..].iter().find(|b| !b.is_ascii_whitespace());
        let before = text[..place.start].iter().rposition(|b| !b.is_ascii_whitespace());
        let receiver = before.filter(|&at| text[at] == b'.').map(|at| text[..at].trim_ascii_end());
        // A method with this name on another receiver may be another method.
        if next != Some(&b'(')
            || before.is_some_and(|at| text[at] == b':')
            || receiver.is_some_and(|r| !r.ends_with(b"this"))
        {
            return None;
        }
        found.push((file, place));
    }
    Some(found)
}

fn rename_method(code: &Code, allowed: &BTreeSet<String>, random: &mut Random) -> Option<Mutation> {
    let (element, method) = method(code, allowed, random)?;
    // A method that overrides another one must keep its name.
    let head = &code.text(method.file)[method.span.start..method.name.start];
    if head.windows(9).any(|w| w == b"@Override") {
        return None;
    }
    let old = simple_name(&element.key);
    let new = fresh(code, random, Names::method);
    let mut edits: Vec<Edit> =
        calls(code, &method, old)?.into_iter().map(|(f, place)| (f, place, new.clone())).collect();
    edits.push((method.file, method.name.clone(), new.clone()));
    let after = element.key.replacen(&format!(".{old}("), &format!(".{new}("), 1);
    Some(Mutation { files: code.edited(edits), keys: (element.key.clone(), after) })
}

fn change_signature(code: &Code, allowed: &BTreeSet<String>, random: &mut Random) -> Option<Mutation> {
    let (element, method) = method(code, allowed, random)?;
    let text = code.text(method.file);
    if text[method.parameters.clone()].windows(3).any(|w| w == b"...") {
        return None;
    }
    let comma = |inside: &[u8]| if inside.trim_ascii().is_empty() { "" } else { ", " };
    let mut edits = vec![(
        method.file,
        method.parameters.end..method.parameters.end,
        format!("{}int extraAmount", comma(&text[method.parameters.clone()])),
    )];
    for (file, place) in calls(code, &method, simple_name(&element.key))? {
        let words = code.words(file, place.start..code.text(file).len());
        let close = closing(code.text(file), &words, 1)?;
        let inside = words[1].end..words[close].start;
        edits.push((file, inside.end..inside.end, format!("{}0", comma(&code.text(file)[inside]))));
    }
    let (head, parameters) = element.key.strip_suffix(')')?.split_once('(')?;
    let comma = if parameters.is_empty() { "" } else { "," };
    let after = format!("{head}({parameters}{comma}int)");
    Some(Mutation { files: code.edited(edits), keys: (element.key.clone(), after) })
}

/// Removes a method from its type and appends it to another one.
fn transplant(code: &Code, method: &Method, target: &Element) -> Option<Vec<Edit>> {
    let text = code.text(method.file);
    let start = text[..method.span.start].iter().rposition(|&b| b == b'\n').map_or(0, |n| n + 1);
    let end = method.span.end + text[method.span.end..].iter().position(|&b| b == b'\n')?;
    if !text[start..method.span.start].trim_ascii().is_empty()
        || !text[method.span.end..end].trim_ascii().is_empty()
    {
        return None;
    }
    let moved = String::from_utf8(text[start..end].to_vec()).ok()?;
    let close = Code::span(target).end - 1;
    let file = code.file(target)?;
    (code.text(file).get(close) == Some(&b'}')).then(|| {
        vec![(method.file, start..end + 1, String::new()), (file, close..close, format!("\n{moved}\n"))]
    })
}

fn under(element: &Element, target: &Element) -> String {
    element.key.replacen(owner(&element.key), &target.key, 1)
}

fn move_method(code: &Code, allowed: &BTreeSet<String>, random: &mut Random) -> Option<Mutation> {
    let (element, method) = method(code, allowed, random)?;
    let head = &code.text(method.file)[method.span.start..method.name.start];
    if !head.split(|b| b.is_ascii_whitespace()).any(|w| w == b"static") || method.statements.len() < 3 {
        return None;
    }
    let origin = simple_name(owner(&element.key)).to_owned();
    let outer = |e: &Element| code.entities.iter().all(|o| o.key != owner(&e.key));
    let target = pick(code, allowed, random, |e| {
        e.kind == "class" && outer(e) && e.path != element.path && simple_name(&e.key) != origin
    })?;
    if extends(code, target).as_deref() == Some(origin.as_str()) {
        return None;
    }
    let here = code.entities.iter().find(|e| e.key == owner(&element.key))?;
    if extends(code, here).as_deref() == Some(simple_name(&target.key)) {
        return None;
    }
    // The first call initialises its type, so the initialisation must have no side effects.
    if [here, target].into_iter().any(|ty| is_made_ready(code, ty)) {
        return None;
    }
    let mut edits = transplant(code, &method, target)?;
    edits.extend(carried(code, &method, target, &members(code, owner(&element.key)), false)?);
    let calls = calls(code, &method, simple_name(&element.key))?;
    // Its callers know the other type without an import.
    if !calls.is_empty() && owner(&here.key) != owner(&target.key) {
        return None;
    }
    for (file, place) in calls {
        let text = code.text(file);
        if method.span.contains(&place.start) || text[..place.start].trim_ascii_end().ends_with(b".") {
            return None;
        }
        edits.push((file, place.start..place.start, format!("{}.", simple_name(&target.key))));
    }
    Some(Mutation { files: code.edited(edits), keys: (element.key.clone(), under(element, target)) })
}

/// Whether something runs before the first use of a type.
fn is_made_ready(code: &Code, ty: &Element) -> bool {
    let Some(file) = code.file(ty) else { return true };
    let text = code.text(file);
    let is_static = |e: &Element| {
        let mut words = code.words(file, Code::span(e)).into_iter();
        words.any(|w| &text[w] == b"static") && text[Code::span(e)].contains(&b'(')
    };
    let words = code.words(file, Code::span(ty));
    let blocks = words.windows(2).any(|w| &text[w[0].clone()] == b"static" && &text[w[1].clone()] == b"{");
    blocks || code.entities.iter().any(|e| e.kind == "field" && owner(&e.key) == ty.key && is_static(e))
}

/// The name of the superclass of a class.
fn extends(code: &Code, class: &Element) -> Option<String> {
    let file = code.file(class)?;
    let text = code.text(file);
    let words = code.words(file, Code::span(class));
    let head = words.split(|w| &text[w.clone()] == b"{").next()?;
    let at = head.iter().position(|w| &text[w.clone()] == b"extends")?;
    String::from_utf8(text[head.get(at + 1)?.clone()].to_vec()).ok()
}

/// Moves a method of a class into its superclass.
fn pull_up(code: &Code, allowed: &BTreeSet<String>, random: &mut Random) -> Option<Mutation> {
    let (element, method) = method(code, allowed, random)?;
    let class = code.entities.iter().find(|e| e.key == owner(&element.key))?;
    let name = extends(code, class)?;
    let same_package = owner(&class.key);
    let target = code.entities.iter().find(|e| {
        e.kind == "class"
            && simple_name(&e.key) == name
            && owner(&e.key) == same_package
            && e.key != class.key
    })?;
    if !allowed.contains(&target.key) {
        return None;
    }
    let mut edits = transplant(code, &method, target)?;
    edits.extend(carried(code, &method, target, &members(code, &class.key), true)?);
    Some(Mutation { files: code.edited(edits), keys: (element.key.clone(), under(element, target)) })
}

const JUMPS: [&[u8]; 8] =
    [b"return", b"break", b"continue", b"yield", b"super", b"switch", b"case", b"default"];

/// Makes consecutive statements a method of their own, with the parameters that they use.
fn extract(code: &Code, allowed: &BTreeSet<String>, random: &mut Random) -> Option<Mutation> {
    let (element, method) = method(code, allowed, random)?;
    let length = random.between(3, 5);
    if method.statements.len() <= length + 1 {
        return None;
    }
    let first = random.below(method.statements.len() - length);
    let part = method.statements[first].start..method.statements[first + length - 1].end;
    let text = code.text(method.file);
    let word = |w: &Range<usize>| &text[w.clone()];
    let inside: Vec<&Range<usize>> = method.words_in(&part).collect();
    if inside.len() < 25 || inside.iter().any(|w| JUMPS.contains(&word(w))) {
        return None;
    }
    let names = locals(text, &method.words);
    let body_start = method.statements.first()?.start;
    let used = |name: &[u8], range: Range<usize>| method.words_in(&range).any(|w| word(w) == name);
    let end = method.span.end;
    if names
        .iter()
        .any(|n| used(n, part.clone()) && (used(n, body_start..part.start) || used(n, part.end..end)))
    {
        return None;
    }
    let declared = String::from_utf8(text[method.parameters.clone()].to_vec()).ok()?;
    let (head, types) = element.key.strip_suffix(')')?.split_once('(')?;
    let (declared, types) = (split(&declared), split(types));
    let mut taken = Vec::new();
    for (declaration, ty) in declared.iter().zip(&types) {
        let name = declaration.rsplit(|c: char| c.is_whitespace()).next()?;
        let assigned = |w: &[&Range<usize>]| {
            word(w[0]) == name.as_bytes() && matches!(word(w[1]).first(), Some(b'=' | b'+' | b'-'))
        };
        if inside.windows(2).any(assigned) {
            return None;
        }
        if used(name.as_bytes(), part.clone()) {
            taken.push((name.to_owned(), declaration.clone(), ty.clone()));
        }
    }
    if declared.len() != types.len() || declared.iter().any(|d| d.contains("...")) {
        return None;
    }
    let new = fresh(code, random, Names::method);
    let join =
        |part: fn(&(String, String, String)) -> &String| taken.iter().map(part).cloned().collect::<Vec<_>>();
    let (arguments, parameters) = (join(|t| &t.0).join(", "), join(|t| &t.1).join(", "));
    let own_head = &text[method.span.start..method.name.start];
    let word_static =
        if own_head.split(|b| b.is_ascii_whitespace()).any(|w| w == b"static") { "static " } else { "" };
    let body = String::from_utf8(text[part.clone()].to_vec()).ok()?;
    let made = format!(
        "\n\n    private {word_static}void {new}({parameters}) throws Exception {{\n        {body}\n    }}"
    );
    let edits = vec![
        (method.file, part, format!("{new}({arguments});")),
        (method.file, method.span.end..method.span.end, made),
    ];
    let after = format!("{}.{new}({})", owner(head), join(|t| &t.2).join(","));
    Some(Mutation { files: code.edited(edits), keys: (element.key.clone(), after) })
}

/// The variables that a method declares, judging by its words: a name after a type.
fn locals<'t>(text: &'t [u8], words: &[Range<usize>]) -> BTreeSet<&'t [u8]> {
    let word = |w: &Range<usize>| &text[w.clone()];
    let is_name = |w: &[u8]| w.first().is_some_and(|b| b.is_ascii_alphabetic() || *b == b'_' || *b >= 0x80);
    let declares = |w: &[Range<usize>]| {
        let ty = word(&w[0]);
        (is_name(ty) && !matches!(ty, b"return" | b"new" | b"else" | b"throw" | b"instanceof")
            || matches!(ty, b">" | b"]"))
            && is_name(word(&w[1]))
            && matches!(word(&w[2]), b"=" | b";" | b":" | b"," | b")")
    };
    words.windows(3).filter(|w| declares(w)).map(|w| word(&w[1])).collect()
}

/// The elements of a list, ignoring commas inside brackets.
fn split(list: &str) -> Vec<String> {
    let (mut parts, mut depth) = (vec![String::new()], 0);
    for c in list.chars() {
        depth += i32::from(matches!(c, '<' | '(' | '{')) - i32::from(matches!(c, '>' | ')' | '}'));
        match (c, parts.last_mut()) {
            (',', _) if depth == 0 => parts.push(String::new()),
            (_, Some(last)) => last.push(c),
            _ => {}
        }
    }
    parts.into_iter().map(|p| p.trim().to_owned()).filter(|p| !p.is_empty()).collect()
}

/// The only type in a file with its name.
fn lone_type<'c>(code: &'c Code, allowed: &BTreeSet<String>, random: &mut Random) -> Option<&'c Element> {
    let types = |path: &FilePath| {
        let is_type =
            |e: &&Element| matches!(&*e.kind, "class" | "interface" | "enum" | "record" | "annotation");
        let top = |e: &&Element| code.entities.iter().all(|o| o.key != owner(&e.key));
        code.entities.iter().filter(|e| e.path == *path).filter(is_type).filter(top).count()
    };
    pick(code, allowed, random, |e| {
        let name = format!("{}.java", simple_name(&e.key));
        matches!(&*e.kind, "class" | "interface" | "enum")
            && e.path.file_name() == name.as_bytes()
            && types(&e.path) == 1
            && (e.end_byte - e.start_byte) > 200
    })
}

fn moved_to(files: &mut [SourceText], from: &FilePath, to: String) {
    for file in files.iter_mut().filter(|f| f.path == *from) {
        *file = SourceText::new(to.as_str(), file.text.clone());
    }
}

fn folder(path: &FilePath) -> Option<String> {
    let path = std::str::from_utf8(path.as_bytes()).ok()?;
    Some(path.rsplit_once('/').map_or(String::new(), |(folder, _)| format!("{folder}/")))
}

fn rename_type(code: &Code, allowed: &BTreeSet<String>, random: &mut Random) -> Option<Mutation> {
    let element = lone_type(code, allowed, random)?;
    let old = simple_name(&element.key).to_owned();
    let namesakes = code.entities.iter().filter(|e| simple_name(&e.key) == old && e.kind != "constructor");
    if namesakes.count() != 1 {
        return None;
    }
    let new = fresh(code, random, Names::ty);
    let edits = code.occurrences(&old).into_iter().map(|(f, place)| (f, place, new.clone())).collect();
    let mut files = code.edited(edits);
    moved_to(&mut files, &element.path, format!("{}{new}.java", folder(&element.path)?));
    let package = owner(&element.key);
    let after = if package.is_empty() { new } else { format!("{package}.{new}") };
    Some(Mutation { files, keys: (element.key.clone(), after) })
}

fn move_type(code: &Code, allowed: &BTreeSet<String>, random: &mut Random) -> Option<Mutation> {
    let element = lone_type(code, allowed, random)?;
    let file = code.file(element)?;
    let text = code.text(file);
    let words = code.words(file, 0..text.len());
    let at = words.iter().position(|w| &text[w.clone()] == b"package")?;
    let end = (at..words.len()).find(|&i| &text[words[i].clone()] == b";")?;
    let old = String::from_utf8(text[words[at + 1].start..words[end - 1].end].to_vec()).ok()?;
    if old != owner(&element.key) {
        return None;
    }
    let new = format!("{old}.attic");
    let name = simple_name(&element.key);
    let mut edits = vec![
        (file, words[at + 1].start..words[end - 1].end, new.clone()),
        (file, words[end].end..words[end].end, format!("\n\nimport {old}.*;")),
    ];
    for (number, other) in code.files.iter().enumerate().filter(|(n, _)| *n != file) {
        let import = format!("import {old}.{name};");
        let found = other.text.windows(import.len()).position(|w| w == import.as_bytes());
        edits.extend(found.map(|at| (number, at..at + import.len(), format!("import {new}.{name};"))));
    }
    let mut files = code.edited(edits);
    moved_to(&mut files, &element.path, format!("{}attic/{name}.java", folder(&element.path)?));
    Some(Mutation { files, keys: (element.key.clone(), format!("{new}.{name}")) })
}

fn rename_field(code: &Code, allowed: &BTreeSet<String>, random: &mut Random) -> Option<Mutation> {
    let element = pick(code, allowed, random, |e| {
        e.kind == "field" && code.declared(simple_name(&e.key)) == 1 && is_in_plain_type(code, e)
    })?;
    let old = simple_name(&element.key).to_owned();
    let places = code.occurrences(&old);
    let file = code.file(element)?;
    let around = code.entities.iter().find(|e| e.key == owner(&element.key))?;
    let inside = |(f, place): &(usize, Range<usize>)| *f == file && Code::span(around).contains(&place.start);
    if places.len() < 3 || !places.iter().all(inside) {
        return None;
    }
    // A local variable with that name would be renamed too.
    let text = code.text(file);
    let words = code.words(file, Code::span(around));
    if declarations(text, &words, old.as_bytes()) > 1 {
        return None;
    }
    let new = fresh(code, random, Names::field);
    let edits = places.into_iter().map(|(f, place)| (f, place, new.clone())).collect();
    let after = format!("{}.{new}", owner(&element.key));
    Some(Mutation { files: code.edited(edits), keys: (element.key.clone(), after) })
}

/// How often a name is declared, judging by the words.
fn declarations(text: &[u8], words: &[Range<usize>], name: &[u8]) -> usize {
    let word = |w: &Range<usize>| &text[w.clone()];
    let declares = |w: &&[Range<usize>]| {
        word(&w[1]) == name
            && matches!(word(&w[2]), b"=" | b";" | b":" | b"," | b")")
            && (word(&w[0]).first().is_some_and(u8::is_ascii_alphabetic)
                || matches!(word(&w[0]), b">" | b"]"))
            && word(&w[0]) != b"return"
    };
    let many = |w: &&[Range<usize>]| word(&w[0]) == b"." && word(&w[1]) == b"." && word(&w[2]) == name;
    words.windows(3).filter(declares).count() + words.windows(3).filter(many).count()
}

/// An edit that is not a refactoring: a number, a comparison, a statement more or less.
pub fn edit(code: &Code, random: &mut Random) -> Option<Vec<SourceText>> {
    let methods: Vec<Method> = code
        .entities
        .iter()
        .filter(|e| e.kind == "method")
        .filter_map(|e| Method::of(code, e))
        .filter(|m| m.statements.len() >= 2)
        .collect();
    if methods.is_empty() {
        return None;
    }
    let method = random.pick(&methods);
    let text = code.text(method.file);
    let kind = random.below(4);
    let fits = |w: &&Range<usize>| match (&text[(*w).clone()], kind) {
        (word, 0) => word.iter().all(u8::is_ascii_digit),
        (word, 1) => word == b"+" || word == b"-" || word == b"<" || word == b"==",
        _ => false,
    };
    let body = method.statements.first()?.start..method.span.end;
    let words: Vec<&Range<usize>> = method.words_in(&body).filter(fits).collect();
    let edit = match kind {
        0 | 1 if words.is_empty() => return None,
        0 => (method.file, (*random.pick(&words)).clone(), random.between(1001, 9999).to_string()),
        1 => (method.file, (*random.pick(&words)).clone(), "*".to_owned()),
        2 => (method.file, random.pick(&method.statements).clone(), ";".to_owned()),
        _ => {
            let at = random.pick(&method.statements).start;
            (
                method.file,
                at..at,
                format!("System.out.println(\"edited {}\");\n        ", random.below(10_000)),
            )
        }
    };
    Some(code.edited(vec![edit]))
}
