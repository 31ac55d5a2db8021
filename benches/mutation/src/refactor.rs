//! Refactorings of a program, with the expected reports.

use crate::program::{Method, Names, Part, Program, Statement};
use crate::random::Random;
use std::collections::BTreeSet;

/// The expected report: the type, and the keys before and after.
pub type Answer = (&'static str, String, String);

/// A program before and after a refactoring.
pub struct Mutant {
    pub before: Program,
    pub after: Program,
    pub answer: Answer,
}

/// Creates a mutant of a program; `None` if this refactoring is not applicable.
pub type Refactor = fn(&Program, &mut Random, &mut Names) -> Option<Mutant>;

/// All refactorings.
pub const ALL: [(&str, Refactor); 15] = [
    ("Rename Method", rename_method),
    ("Change Method Signature", change_signature),
    ("Move Method", move_method),
    ("Pull Up Method", pull_up_method),
    ("Push Down Method", push_down_method),
    ("Extract Method", extract_method),
    ("Inline Method", inline_method),
    ("Rename Type", rename_type),
    ("Move Type", move_type),
    ("Move and Rename Type", move_and_rename_type),
    ("Rename Field", rename_field),
    ("Move Field", move_field),
    ("Pull Up Field", pull_up_field),
    ("Push Down Field", push_down_field),
    ("Move and Rename Method", move_and_rename_method),
];

/// The methods that use certain fields and methods.
fn users(program: &Program, wanted: impl Fn(&Part) -> bool) -> Vec<usize> {
    let uses = |m: &Method| m.body.iter().flat_map(|s| &s.parts).any(&wanted);
    (0..program.methods.len()).filter(|&m| uses(&program.methods[m])).collect()
}

fn callers(program: &Program, method: usize) -> Vec<usize> {
    users(program, |p| matches!(p, Part::Call(m, _) if *m == method))
}

fn accessors(program: &Program, field: usize) -> Vec<usize> {
    users(program, |p| matches!(p, Part::Field(f) if *f == field))
}

fn one_of(random: &mut Random, all: impl Iterator<Item = usize>) -> Option<usize> {
    let all: Vec<usize> = all.collect();
    if all.is_empty() { None } else { Some(*random.pick(&all)) }
}

fn mutant(before: &Program, after: Program, name: &'static str, keys: (String, String)) -> Option<Mutant> {
    Some(Mutant { before: before.clone(), after, answer: (name, keys.0, keys.1) })
}

fn rename_method(program: &Program, random: &mut Random, names: &mut Names) -> Option<Mutant> {
    let method = random.below(program.methods.len());
    let mut after = program.clone();
    after.methods[method].name = names.method(random);
    let keys = (program.method_key(method), after.method_key(method));
    mutant(program, after, "Rename Method", keys)
}

fn change_signature(program: &Program, random: &mut Random, _: &mut Names) -> Option<Mutant> {
    let method = random.below(program.methods.len());
    let mut after = program.clone();
    after.methods[method].parameters.push("extra".into());
    for part in after.methods.iter_mut().flat_map(|m| &mut m.body).flat_map(|s| &mut s.parts) {
        if let Part::Call(called, arguments) = part
            && *called == method
        {
            arguments.push("0".into());
        }
    }
    let keys = (program.method_key(method), after.method_key(method));
    mutant(program, after, "Change Method Signature", keys)
}

/// A static method and a type unrelated to its own.
fn movable(program: &Program, random: &mut Random) -> Option<(usize, usize)> {
    let method = one_of(random, (0..program.methods.len()).filter(|&m| program.methods[m].is_static))?;
    let owner = program.methods[method].owner;
    let target = one_of(random, (3..program.types.len()).filter(|&t| t != owner))?;
    Some((method, target))
}

fn move_method(program: &Program, random: &mut Random, _: &mut Names) -> Option<Mutant> {
    let (method, target) = movable(program, random)?;
    let mut after = program.clone();
    after.methods[method].owner = target;
    let keys = (program.method_key(method), after.method_key(method));
    mutant(program, after, "Move Method", keys)
}

fn move_and_rename_method(program: &Program, random: &mut Random, names: &mut Names) -> Option<Mutant> {
    let (method, target) = movable(program, random)?;
    // It must have callers: they are the only remaining evidence.
    if callers(program, method).is_empty() {
        return None;
    }
    let mut after = program.clone();
    after.methods[method].owner = target;
    after.methods[method].name = names.method(random);
    let keys = (program.method_key(method), after.method_key(method));
    mutant(program, after, "Move and Rename Method", keys)
}

fn pull_up_method(program: &Program, random: &mut Random, _: &mut Names) -> Option<Mutant> {
    let below = |p: &Part| match p {
        Part::Call(m, _) => !program.methods[*m].is_static && program.methods[*m].owner == 1,
        Part::Field(f) => !program.fields[*f].is_static && program.fields[*f].owner == 1,
        Part::Text(_) => false,
    };
    let fits = |&m: &usize| {
        let method = &program.methods[m];
        method.owner == 1 && !method.is_static && !method.body.iter().flat_map(|s| &s.parts).any(below)
    };
    let method = one_of(random, (0..program.methods.len()).filter(fits))?;
    let mut after = program.clone();
    after.methods[method].owner = 0;
    let keys = (program.method_key(method), after.method_key(method));
    mutant(program, after, "Pull Up Method", keys)
}

fn push_down_method(program: &Program, random: &mut Random, _: &mut Names) -> Option<Mutant> {
    let fits = |&m: &usize| {
        let method = &program.methods[m];
        method.owner == 0
            && !method.is_static
            && callers(program, m).iter().all(|&c| program.methods[c].owner == 1)
    };
    let method = one_of(random, (0..program.methods.len()).filter(fits))?;
    let mut after = program.clone();
    after.methods[method].owner = 1;
    let keys = (program.method_key(method), after.method_key(method));
    mutant(program, after, "Push Down Method", keys)
}

fn extract_method(program: &Program, random: &mut Random, names: &mut Names) -> Option<Mutant> {
    let method = random.below(program.methods.len());
    let own = &program.methods[method];
    let length = random.between(2, 4);
    let last = own.body.len() - 1;
    if last <= length + 1 {
        return None;
    }
    let start = random.below(last - length + 1);
    let fragment: Vec<Statement> = own.body[start..start + length].to_vec();
    let inside: BTreeSet<&String> = fragment.iter().filter_map(|s| s.declares.as_ref()).collect();
    if fragment.iter().flat_map(|s| &s.assigns).any(|a| !inside.contains(a)) {
        return None;
    }
    let mut inputs: Vec<String> = Vec::new();
    for used in fragment.iter().flat_map(|s| &s.uses).filter(|u| !inside.contains(u)) {
        if !inputs.contains(used) {
            inputs.push(used.clone());
        }
    }
    let later = || own.body[start + length..].iter().flat_map(|s| s.uses.iter().chain(&s.assigns));
    let given: Vec<&String> = inside.iter().copied().filter(|d| later().any(|u| u == *d)).collect();
    let mut after = program.clone();
    let number = after.methods.len();
    let mut body = fragment.clone();
    let call = Part::Call(number, inputs.clone());
    let text = |t: &str| Part::Text(t.to_owned());
    let (returns, parts, declares) = match given.as_slice() {
        [] => ("void", vec![call, text(";")], None),
        [value] => {
            let back = vec![text(&format!("return {value};"))];
            body.push(Statement {
                parts: back,
                declares: None,
                uses: vec![(*value).clone()],
                assigns: Vec::new(),
            });
            ("int", vec![text(&format!("int {value} = ")), call, text(";")], Some((*value).clone()))
        }
        _ => return None,
    };
    let statement = Statement { parts, declares, uses: inputs.clone(), assigns: Vec::new() };
    after.methods[method].body.splice(start..start + length, [statement]);
    after.methods.push(Method {
        name: names.method(random),
        owner: own.owner,
        is_static: own.is_static,
        returns,
        parameters: inputs,
        body,
        absent: false,
    });
    let keys = (program.method_key(method), after.method_key(number));
    mutant(program, after, "Extract Method", keys)
}

/// The reverse of an extraction.
fn inline_method(program: &Program, random: &mut Random, names: &mut Names) -> Option<Mutant> {
    let Mutant { before, after, answer } = extract_method(program, random, names)?;
    Some(Mutant { before: after, after: before, answer: ("Inline Method", answer.2, answer.1) })
}

fn rename_type(program: &Program, random: &mut Random, names: &mut Names) -> Option<Mutant> {
    let ty = random.below(program.types.len());
    let mut after = program.clone();
    after.types[ty].name = names.ty(random);
    let keys = (program.type_key(ty), after.type_key(ty));
    mutant(program, after, "Rename Type", keys)
}

fn move_type(program: &Program, random: &mut Random, _: &mut Names) -> Option<Mutant> {
    let ty = random.below(program.types.len());
    let mut after = program.clone();
    after.types[ty].package = "shop.attic".into();
    let keys = (program.type_key(ty), after.type_key(ty));
    mutant(program, after, "Move Type", keys)
}

fn move_and_rename_type(program: &Program, random: &mut Random, names: &mut Names) -> Option<Mutant> {
    let ty = random.below(program.types.len());
    let mut after = program.clone();
    after.types[ty].package = "shop.attic".into();
    after.types[ty].name = names.ty(random);
    let keys = (program.type_key(ty), after.type_key(ty));
    mutant(program, after, "Move and Rename Type", keys)
}

/// A field that is used.
fn used_field(program: &Program, random: &mut Random, fits: impl Fn(usize) -> bool) -> Option<usize> {
    one_of(random, (0..program.fields.len()).filter(|&f| fits(f) && !accessors(program, f).is_empty()))
}

fn rename_field(program: &Program, random: &mut Random, names: &mut Names) -> Option<Mutant> {
    let field = used_field(program, random, |_| true)?;
    let mut after = program.clone();
    after.fields[field].name = names.field(random);
    let keys = (program.field_key(field), after.field_key(field));
    mutant(program, after, "Rename Field", keys)
}

fn move_field(program: &Program, random: &mut Random, _: &mut Names) -> Option<Mutant> {
    let field = used_field(program, random, |f| program.fields[f].is_static)?;
    let owner = program.fields[field].owner;
    let target = one_of(random, (3..program.types.len()).filter(|&t| t != owner))?;
    let mut after = program.clone();
    after.fields[field].owner = target;
    let keys = (program.field_key(field), after.field_key(field));
    mutant(program, after, "Move Field", keys)
}

fn pull_up_field(program: &Program, random: &mut Random, _: &mut Names) -> Option<Mutant> {
    let field =
        used_field(program, random, |f| program.fields[f].owner == 1 && !program.fields[f].is_static)?;
    let mut after = program.clone();
    after.fields[field].owner = 0;
    let keys = (program.field_key(field), after.field_key(field));
    mutant(program, after, "Pull Up Field", keys)
}

fn push_down_field(program: &Program, random: &mut Random, _: &mut Names) -> Option<Mutant> {
    let fits = |f: usize| {
        let field = &program.fields[f];
        field.owner == 0
            && !field.is_static
            && accessors(program, f).iter().all(|&m| program.methods[m].owner == 1)
    };
    let field = used_field(program, random, fits)?;
    let mut after = program.clone();
    after.fields[field].owner = 1;
    let keys = (program.field_key(field), after.field_key(field));
    mutant(program, after, "Push Down Field", keys)
}

/// Changes a number somewhere in a program: an edit that is not a refactoring.
pub fn edit(program: &mut Program, random: &mut Random) {
    let places: Vec<(usize, usize, usize)> = (0..program.methods.len())
        .flat_map(|m| {
            let body = &program.methods[m].body;
            let of = |s: usize| (0..body[s].parts.len()).map(move |p| (s, p));
            let all = (0..body.len()).flat_map(of);
            let fits = |(s, p): &(usize, usize)| {
                matches!(&body[*s].parts[*p], Part::Text(t) if t.contains(" * ") || t.contains("return "))
            };
            all.filter(fits).map(|(s, p)| (m, s, p)).collect::<Vec<_>>()
        })
        .collect();
    let &(m, s, p) = random.pick(&places);
    if let Part::Text(text) = &mut program.methods[m].body[s].parts[p] {
        // A product becomes a quotient; otherwise the returned value is subtracted from 1.
        *text = if text.contains(" * ") {
            text.replacen(" * ", " / ", 1)
        } else {
            text.replacen("return ", "return 1 - ", 1)
        };
    }
}
