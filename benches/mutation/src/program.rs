//! A program as data: all references are known, so that it can be refactored without mistakes and written as Java.

use crate::random::Random;
use refdiff::SourceText;
use std::collections::BTreeSet;
use std::fmt::Write;

/// A piece of a statement.
#[derive(Clone, Debug)]
pub enum Part {
    Text(String),
    /// A call of a method, by its index, with arguments.
    Call(usize, Vec<String>),
    /// A field, by its index.
    Field(usize),
}

/// A statement, and its effect on local variables.
#[derive(Clone, Debug)]
pub struct Statement {
    pub parts: Vec<Part>,
    pub declares: Option<String>,
    pub uses: Vec<String>,
    pub assigns: Vec<String>,
}

#[derive(Clone, Debug)]
pub struct Method {
    pub name: String,
    pub owner: usize,
    pub is_static: bool,
    pub returns: &'static str,
    pub parameters: Vec<String>,
    pub body: Vec<Statement>,
    /// Not part of the program (any more, or yet).
    pub absent: bool,
}

#[derive(Clone, Debug)]
pub struct Field {
    pub name: String,
    pub owner: usize,
    pub is_static: bool,
    pub value: usize,
}

#[derive(Clone, Debug)]
pub struct Type {
    pub package: String,
    pub name: String,
    pub extends: Option<usize>,
}

#[derive(Clone, Debug, Default)]
pub struct Program {
    pub types: Vec<Type>,
    pub methods: Vec<Method>,
    pub fields: Vec<Field>,
}

const VERBS: [&str; 24] = [
    "read", "write", "count", "merge", "split", "close", "open", "find", "sort", "check", "load", "store",
    "parse", "draw", "send", "take", "fill", "drain", "weigh", "paint", "guard", "match", "rank", "trim",
];
const NOUNS: [&str; 24] = [
    "Order", "Cart", "Ledger", "Ticket", "River", "Engine", "Garden", "Parcel", "Signal", "Bridge",
    "Lantern", "Orchard", "Harbour", "Kettle", "Mirror", "Needle", "Planet", "Quarry", "Rocket", "Saddle",
    "Tunnel", "Valley", "Window", "Anchor",
];
const WORDS: [&str; 16] = [
    "amount", "limit", "offset", "width", "height", "price", "rate", "level", "depth", "share", "score",
    "weight", "length", "step", "delay", "gain",
];

/// Generates unused names.
#[derive(Default)]
pub struct Names(BTreeSet<String>);

impl Names {
    pub fn fresh(&mut self, random: &mut Random, make: impl Fn(&mut Random) -> String) -> String {
        for attempt in 0.. {
            let mut name = make(random);
            if attempt > 40 {
                let _ = write!(name, "{attempt}");
            }
            if self.0.insert(name.clone()) {
                return name;
            }
        }
        String::new()
    }

    pub fn method(&mut self, random: &mut Random) -> String {
        self.fresh(random, |r| format!("{}{}", r.pick(&VERBS), r.pick(&NOUNS)))
    }

    pub fn ty(&mut self, random: &mut Random) -> String {
        self.fresh(random, |r| format!("{}{}", r.pick(&NOUNS), r.pick(&NOUNS)))
    }

    pub fn field(&mut self, random: &mut Random) -> String {
        self.fresh(random, |r| format!("{}{}", r.pick(&WORDS), r.pick(&NOUNS)))
    }
}

impl Program {
    /// A program of some types, a few of which extend others.
    pub fn random(random: &mut Random, names: &mut Names) -> Self {
        let mut program = Program::default();
        let packages = ["shop.core", "shop.tools", "shop.web"];
        for number in 0..random.between(5, 8) {
            // The first type is the supertype of the second and third.
            let extends = (number == 1 || number == 2).then_some(0);
            let package =
                if extends.is_some() || number == 0 { packages[0] } else { *random.pick(&packages) };
            program.types.push(Type { package: package.into(), name: names.ty(random), extends });
            for _ in 0..random.between(2, 4) {
                let name = names.field(random);
                let is_static = random.below(3) == 0;
                program.fields.push(Field { name, owner: number, is_static, value: random.below(900) + 7 });
            }
        }
        for owner in 0..program.types.len() {
            for _ in 0..random.between(3, 5) {
                let is_static = random.below(2) == 0;
                let parameters =
                    (0..random.between(1, 2)).map(|i| format!("{}{i}", random.pick(&WORDS))).collect();
                let name = names.method(random);
                program.methods.push(Method {
                    name,
                    owner,
                    is_static,
                    returns: "int",
                    parameters,
                    body: Vec::new(),
                    absent: false,
                });
            }
        }
        for method in 0..program.methods.len() {
            program.methods[method].body = program.body(random, method);
        }
        program
    }

    fn body(&self, random: &mut Random, method: usize) -> Vec<Statement> {
        let own = &self.methods[method];
        let mut locals: Vec<String> = own.parameters.clone();
        let mut body = Vec::new();
        let text = |t: String| Part::Text(t);
        for number in 0..random.between(5, 9) {
            let source = random.pick(&locals).clone();
            let literal = random.between(2, 997);
            let mut statement = Statement {
                parts: Vec::new(),
                declares: None,
                uses: vec![source.clone()],
                assigns: Vec::new(),
            };
            let declared: Vec<String> =
                locals.iter().filter(|l| !own.parameters.contains(l)).cloned().collect();
            match random.below(6) {
                0 | 1 => {
                    let name = format!("{}{}", random.pick(&WORDS), (b'A' + number as u8) as char);
                    statement.parts.push(text(format!("int {name} = {source} * {literal} + ")));
                    statement.parts.push(self.operand(random, method, &source, literal));
                    statement.parts.push(text(";".into()));
                    locals.push(name.clone());
                    statement.declares = Some(name);
                }
                2 if !declared.is_empty() => {
                    let target = random.pick(&declared).clone();
                    statement.parts.push(text(format!(
                        "if ({source} > {literal}) {{\n    {target} -= {source} / {literal};\n}}"
                    )));
                    statement.uses.push(target.clone());
                    statement.assigns.push(target);
                }
                3 if !declared.is_empty() => {
                    let target = random.pick(&declared).clone();
                    statement.parts.push(text(format!(
                        "for (int i = 0; i < {source}; i++) {{\n    {target} += i * {literal};\n}}"
                    )));
                    statement.uses.push(target.clone());
                    statement.assigns.push(target);
                }
                4 => statement.parts.push(text(format!(
                    "System.out.println(\"{} {literal} \" + {source});",
                    random.pick(&NOUNS)
                ))),
                _ => {
                    statement.parts.push(text("System.err.println(".into()));
                    statement.parts.push(self.operand(random, method, &source, literal));
                    statement.parts.push(text(format!(" + {source} % {literal});")));
                }
            }
            body.push(statement);
        }
        let last = random.pick(&locals).clone();
        let parts = vec![text(format!("return {last} + {};", random.below(90)))];
        body.push(Statement { parts, declares: None, uses: vec![last], assigns: Vec::new() });
        body
    }

    /// A call, a field or a number.
    fn operand(&self, random: &mut Random, method: usize, local: &str, literal: usize) -> Part {
        let own = &self.methods[method];
        let visible = |is_static: bool, owner: usize| {
            is_static || !own.is_static && self.is_in_lineage(own.owner, owner)
        };
        let methods: Vec<usize> = (0..self.methods.len())
            .filter(|&m| m != method && visible(self.methods[m].is_static, self.methods[m].owner))
            .collect();
        let fields: Vec<usize> = (0..self.fields.len())
            .filter(|&f| visible(self.fields[f].is_static, self.fields[f].owner))
            .collect();
        match random.below(3) {
            0 if !methods.is_empty() => {
                let called = *random.pick(&methods);
                let arguments = self.methods[called].parameters.iter().enumerate();
                Part::Call(
                    called,
                    arguments
                        .map(|(i, _)| if i == 0 { local.to_owned() } else { literal.to_string() })
                        .collect(),
                )
            }
            1 if !fields.is_empty() => Part::Field(*random.pick(&fields)),
            _ => Part::Text(format!("{}", literal * 3 + 1)),
        }
    }

    /// Whether `owner` is `ty` or its supertype.
    pub fn is_in_lineage(&self, ty: usize, owner: usize) -> bool {
        ty == owner || self.types[ty].extends == Some(owner)
    }

    pub fn type_key(&self, ty: usize) -> String {
        format!("{}.{}", self.types[ty].package, self.types[ty].name)
    }

    pub fn method_key(&self, method: usize) -> String {
        let m = &self.methods[method];
        format!("{}.{}({})", self.type_key(m.owner), m.name, vec!["int"; m.parameters.len()].join(","))
    }

    pub fn field_key(&self, field: usize) -> String {
        format!("{}.{}", self.type_key(self.fields[field].owner), self.fields[field].name)
    }

    /// The program as Java source.
    pub fn sources(&self) -> Vec<SourceText> {
        (0..self.types.len()).map(|ty| self.source(ty)).collect()
    }

    fn source(&self, ty: usize) -> SourceText {
        let own = &self.types[ty];
        let mut imports: BTreeSet<String> = BTreeSet::new();
        let mut body = String::new();
        for field in self.fields.iter().filter(|f| f.owner == ty) {
            let word = if field.is_static { "static " } else { "" };
            let _ = writeln!(body, "    public {word}int {} = {};", field.name, field.value);
        }
        for method in self.methods.iter().filter(|m| m.owner == ty && !m.absent) {
            let word = if method.is_static { "static " } else { "" };
            let parameters: Vec<String> = method.parameters.iter().map(|p| format!("int {p}")).collect();
            let _ = writeln!(
                body,
                "\n    public {word}{} {}({}) {{",
                method.returns,
                method.name,
                parameters.join(", ")
            );
            for statement in &method.body {
                let text: String = statement.parts.iter().map(|p| self.part(ty, p, &mut imports)).collect();
                for line in text.lines() {
                    let _ = writeln!(body, "        {line}");
                }
            }
            body.push_str("    }\n");
        }
        let extends = own.extends.map(|t| self.named(ty, t, &mut imports));
        let extends = extends.map(|name| format!(" extends {name}")).unwrap_or_default();
        let mut text = format!("package {};\n\n", own.package);
        for import in &imports {
            let _ = writeln!(text, "import {import};");
        }
        if !imports.is_empty() {
            text.push('\n');
        }
        let _ = write!(text, "public class {}{extends} {{\n{body}}}\n", own.name);
        let path = format!("src/{}/{}.java", own.package.replace('.', "/"), own.name);
        SourceText::new(path.as_str(), text.into_bytes())
    }

    /// The name of a type as used in another type.
    fn named(&self, from: usize, ty: usize, imports: &mut BTreeSet<String>) -> String {
        if self.types[from].package != self.types[ty].package {
            imports.insert(self.type_key(ty));
        }
        self.types[ty].name.clone()
    }

    fn part(&self, ty: usize, part: &Part, imports: &mut BTreeSet<String>) -> String {
        match part {
            Part::Text(text) => text.clone(),
            Part::Call(method, arguments) => {
                let m = &self.methods[*method];
                let call = format!("{}({})", m.name, arguments.join(", "));
                if self.is_in_lineage(ty, m.owner) {
                    call
                } else {
                    format!("{}.{call}", self.named(ty, m.owner, imports))
                }
            }
            Part::Field(field) => {
                let f = &self.fields[*field];
                if self.is_in_lineage(ty, f.owner) {
                    f.name.clone()
                } else {
                    format!("{}.{}", self.named(ty, f.owner, imports), f.name)
                }
            }
        }
    }
}
