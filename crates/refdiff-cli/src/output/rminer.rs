//! `rminer`: what RefactoringMiner's command line writes, for scripts that were written for it. docs/rminer.md has the table of
//! names.

use super::Writer;
use anyhow::Result;
use refdiff::model::{EntityKind, NodeKind, Symbol};
use refdiff::{
    Declarations, Declared, Element, Group, Piece, Refactoring, RefactoringType, Report, Span, Stated,
};
use serde_json::{Value, json};
use std::io::Write;

pub struct Rminer {
    /// The address of the repository, if it has one.
    pub origin: Option<String>,
    begun: bool,
}

impl Rminer {
    pub fn new(origin: Option<String>) -> Self {
        Rminer { origin, begun: false }
    }
}

impl Writer for Rminer {
    fn begin(&mut self, out: &mut dyn Write) -> Result<()> {
        Ok(out.write_all(b"{\"commits\": [")?)
    }

    fn report(&mut self, out: &mut dyn Write, report: &Report) -> Result<()> {
        let repository = self.origin.clone().unwrap_or_else(|| report.repository.clone());
        let commit = report.commit.clone().or_else(|| report.after_rev.clone()).unwrap_or_default();
        let page = repository.strip_suffix(".git").unwrap_or(&repository);
        let all = json!({
            "repository": repository,
            "sha1": commit,
            "url": format!("{page}/commit/{commit}"),
            "refactorings": entries(report),
        });
        out.write_all(if self.begun { b",\n" } else { b"\n" })?;
        self.begun = true;
        Ok(out.write_all(all.to_string().as_bytes())?)
    }

    fn end(&mut self, out: &mut dyn Write) -> Result<()> {
        Ok(out.write_all(b"\n]}\n")?)
    }
}

fn entries(report: &Report) -> Vec<Value> {
    let mut all = Vec::new();
    let mut supertypes: Vec<&Refactoring> = Vec::new();
    for found in &report.refactorings {
        let Some(d) = found.declarations.as_deref() else {
            all.extend(package(report, found));
            continue;
        };
        match found.refactoring {
            // RefactoringMiner has none of them.
            _ if found.group == Group::Pattern => {}
            _ if found.group != Group::Structure => all.push(detail(found, d)),
            RefactoringType::ExtractSupertype => supertypes.push(found),
            _ => all.extend(entry(found.refactoring, d)),
        }
    }
    // One entry for a supertype, whatever it was made from.
    supertypes.sort_by(|x, y| (&x.after.file, x.after.start_byte).cmp(&(&y.after.file, y.after.start_byte)));
    for group in supertypes.chunk_by(|x, y| x.after.key == y.after.key && x.after.file == y.after.file) {
        let pairs: Vec<&Declarations> = group.iter().filter_map(|f| f.declarations.as_deref()).collect();
        all.extend(supertype(&pairs));
    }
    all
}

/// `public f(a int) : void`
fn method(d: &Declared) -> String {
    let parameters: Vec<String> = d.parameters.iter().map(|p| format!("{} {}", p.name, p.ty)).collect();
    let returns = d.ty.as_ref().map(|t| format!(" : {}", t.ty)).unwrap_or_default();
    let is_abstract = if d.is_abstract { "abstract " } else { "" };
    format!("{} {is_abstract}{}({}){returns}", d.visibility, d.name, parameters.join(", "))
}

/// `name : Type`
fn variable(name: &str, ty: &str) -> String {
    format!("{name} : {ty}")
}

fn attribute(d: &Declared, visible: bool) -> String {
    let plain = variable(&d.name, d.ty.as_ref().map_or("", |t| &t.ty));
    if visible { format!("{} {plain}", d.visibility) } else { plain }
}

fn code_element(d: &Declared, visible: bool) -> String {
    match d.kind {
        EntityKind::Method | EntityKind::Constructor | EntityKind::Initialiser => method(d),
        EntityKind::Field | EntityKind::EnumConstant | EntityKind::RecordComponent => attribute(d, visible),
        _ => d.class.clone(),
    }
}

fn element_type(kind: EntityKind) -> &'static str {
    match kind {
        EntityKind::Method | EntityKind::Constructor => "METHOD_DECLARATION",
        EntityKind::Initialiser => "INITIALIZER",
        EntityKind::Field => "FIELD_DECLARATION",
        EntityKind::EnumConstant => "ENUM_CONSTANT_DECLARATION",
        EntityKind::RecordComponent => "RECORD_COMPONENT",
        EntityKind::Enum => "ENUM_DECLARATION",
        EntityKind::Annotation => "ANNOTATION_TYPE_DECLARATION",
        EntityKind::Record => "RECORD_DECLARATION",
        _ => "TYPE_DECLARATION",
    }
}

fn located(file: &str, span: Span, kind: &str, description: &str, code: &str) -> Value {
    // The first column is written as 0, and so is the end of an element that ends its file.
    let start = if span.start_column == 1 { 0 } else { span.start_column };
    let end = if span.at_end { 0 } else { span.end_column };
    json!({
        "filePath": file,
        "startLine": span.start_line,
        "endLine": span.end_line,
        "startColumn": start,
        "endColumn": end,
        "codeElementType": kind,
        "description": description,
        "codeElement": code,
    })
}

fn location(d: &Declared, visible: bool, description: &str) -> Value {
    located(&d.file, d.span, element_type(d.kind), description, &code_element(d, visible))
}

fn one(name: &str, sentence: &str, left: Vec<Value>, right: Vec<Value>) -> Value {
    json!({
        "type": name,
        "description": format!("{name} {sentence}"),
        "leftSideLocations": left,
        "rightSideLocations": right,
    })
}

/// The main entry of a refactoring; none for a changed signature, which is told by its parts.
fn entry(refactoring: RefactoringType, d: &Declarations) -> Option<Value> {
    use RefactoringType::*;
    let (l, r) = (&d.before, &d.after);
    let (a, b) = (code_element(l, true), code_element(r, true));
    let moved = format!("{a} from class {} to {b} from class {}", l.class, r.class);
    let pair = |name: &str, sentence: &str, visible: bool, what: &str, how: &str| {
        let left = location(l, visible, &format!("original {what} declaration"));
        let right = location(r, visible, &format!("{how} {what} declaration"));
        Some(one(name, sentence, vec![left], vec![right]))
    };
    match refactoring {
        RenameType => pair("Rename Class", &format!("{a} renamed to {b}"), true, "type", "renamed"),
        MoveType => pair("Move Class", &format!("{a} moved to {b}"), true, "type", "moved"),
        MoveAndRenameType => {
            let sentence = format!("{a} moved and renamed to {b}");
            pair("Move And Rename Class", &sentence, true, "type", "moved and renamed")
        }
        RenameMethod => {
            let sentence = format!("{a} renamed to {b} in class {}", r.class);
            pair("Rename Method", &sentence, true, "method", "renamed")
        }
        MoveMethod => pair("Move Method", &moved, true, "method", "moved"),
        MoveAndRenameMethod => pair("Move And Rename Method", &moved, true, "method", "moved"),
        PullUpMethod => pair("Pull Up Method", &moved, true, "method", "pulled up"),
        PushDownMethod => pair("Push Down Method", &moved, true, "method", "pushed down"),
        MoveField => pair("Move Attribute", &moved, true, "attribute", "moved"),
        MoveAndRenameField => {
            let (a, b) = (attribute(l, false), attribute(r, false));
            let sentence =
                format!("{a} renamed to {b} and moved from class {} to class {}", l.class, r.class);
            pair("Move And Rename Attribute", &sentence, false, "attribute", "moved and renamed")
        }
        PullUpField => pair("Pull Up Attribute", &moved, true, "attribute", "pulled up"),
        PushDownField => pair("Push Down Attribute", &moved, true, "attribute", "pushed down"),
        RenameField => {
            let (a, b) = (attribute(l, false), attribute(r, false));
            let sentence = format!("{a} to {b} in class {}", r.class);
            pair("Rename Attribute", &sentence, false, "attribute", "renamed")
        }
        ExtractMethod | ExtractAndMoveMethod => {
            let mut left = vec![location(l, true, "source method declaration before extraction")];
            let mut right = vec![location(r, true, "extracted method declaration")];
            for [old, new] in &d.statements {
                left.push(statement(l, old, "extracted code from source method declaration"));
                right.push(statement(r, new, "extracted code to extracted method declaration"));
            }
            let mut class = l.class.clone();
            if let Some((caller, calls)) = &d.caller {
                class = caller.class.clone();
                right.push(location(caller, true, "source method declaration after extraction"));
                right.extend(calls.iter().map(|c| invocation(caller, c, "extracted method invocation")));
            }
            let (name, sentence) = match refactoring {
                ExtractMethod => ("Extract Method", format!("{b} extracted from {a} in class {class}")),
                _ => {
                    let sentence =
                        format!("{b} extracted from {a} in class {} & moved to class {}", l.class, r.class);
                    ("Extract And Move Method", sentence)
                }
            };
            Some(one(name, &sentence, left, right))
        }
        InlineMethod | MoveAndInlineMethod => {
            let mut left = vec![location(l, true, "inlined method declaration")];
            left.extend(
                d.statements
                    .iter()
                    .map(|s| statement(l, &s[0], "inlined code from inlined method declaration")),
            );
            if let Some((caller, calls)) = &d.caller {
                left.push(location(caller, true, "target method declaration before inline"));
                left.extend(calls.iter().map(|c| invocation(caller, c, "inlined method invocation")));
            }
            let mut right = vec![location(r, true, "target method declaration after inline")];
            right.extend(
                d.statements.iter().map(|s| statement(r, &s[1], "inlined code in target method declaration")),
            );
            let (name, sentence) = match refactoring {
                InlineMethod => ("Inline Method", format!("{a} inlined to {b} in class {}", r.class)),
                _ => {
                    let sentence =
                        format!("{a} moved from class {} to class {} & inlined to {b}", l.class, r.class);
                    ("Move And Inline Method", sentence)
                }
            };
            Some(one(name, &sentence, left, right))
        }
        ExtractClass | ExtractSubclass => {
            let name = if refactoring == ExtractClass { "Extract Class" } else { "Extract Subclass" };
            let left = vec![location(l, true, "original type declaration")];
            let after = d.became.as_ref().map(|t| location(t, true, "type declaration after extraction"));
            let right: Vec<Value> =
                after.into_iter().chain([location(r, true, "extracted type declaration")]).collect();
            Some(one(name, &format!("{b} from class {a}"), left, right))
        }
        _ => None,
    }
}

/// A package is told by the types that went along.
fn package(report: &Report, package: &Refactoring) -> Option<Value> {
    use RefactoringType::*;
    let name = match package.refactoring {
        RenamePackage | MovePackage => package.refactoring.name(),
        _ => return None,
    };
    let (old, new) = (&package.before.key, &package.after.key);
    let (mut left, mut right) = (Vec::new(), Vec::new());
    for moved in report.refactorings.iter().filter(|r| matches!(r.refactoring, MoveType | MoveAndRenameType))
    {
        let inside =
            |key: &str, package: &str| key.strip_prefix(package).is_some_and(|rest| rest.starts_with('.'));
        let Some(d) = moved.declarations.as_deref() else { continue };
        if inside(&moved.before.key, old) && inside(&moved.after.key, new) {
            left.push(location(&d.before, true, "original type declaration"));
            right.push(location(&d.after, true, "moved type declaration"));
        }
    }
    Some(one(name, &format!("{old} to {new}"), left, right))
}

/// A statement; as there, without its text.
fn statement(d: &Declared, stated: &Stated, description: &str) -> Value {
    let mut place = located(&d.file, stated.span, statement_type(stated), description, "");
    place["codeElement"] = Value::Null;
    place
}

fn statement_type(stated: &Stated) -> &'static str {
    let begins = |word: &str| stated.word == Symbol::of(word);
    match stated.kind {
        NodeKind::Block => "BLOCK",
        NodeKind::LocalDeclaration => "VARIABLE_DECLARATION_STATEMENT",
        NodeKind::If => "IF_STATEMENT",
        NodeKind::Loop if begins("while") => "WHILE_STATEMENT",
        NodeKind::Loop if begins("do") => "DO_STATEMENT",
        NodeKind::Loop => "FOR_STATEMENT",
        NodeKind::Switch => "SWITCH_STATEMENT",
        NodeKind::Try => "TRY_STATEMENT",
        NodeKind::Return => "RETURN_STATEMENT",
        NodeKind::Throw => "THROW_STATEMENT",
        NodeKind::Jump if begins("break") => "BREAK_STATEMENT",
        NodeKind::Jump if begins("continue") => "CONTINUE_STATEMENT",
        NodeKind::Jump => "YIELD_STATEMENT",
        NodeKind::Assert => "ASSERT_STATEMENT",
        NodeKind::Synchronized => "SYNCHRONIZED_STATEMENT",
        NodeKind::Labelled => "LABELED_STATEMENT",
        NodeKind::ConstructorCall if begins("super") => "SUPER_CONSTRUCTOR_INVOCATION",
        NodeKind::ConstructorCall => "CONSTRUCTOR_INVOCATION",
        NodeKind::TypeDeclaration => "TYPE_DECLARATION_STATEMENT",
        _ => "EXPRESSION_STATEMENT",
    }
}

fn invocation(caller: &Declared, call: &Piece, description: &str) -> Value {
    located(&caller.file, call.span, "METHOD_INVOCATION", description, &call.ty)
}

fn supertype(pairs: &[&Declarations]) -> Option<Value> {
    let made = &pairs.first()?.after;
    let name = if made.kind == EntityKind::Interface { "Extract Interface" } else { "Extract Superclass" };
    let mut pairs = pairs.to_vec();
    pairs.sort_by(|x, y| x.before.class.cmp(&y.before.class));
    let from: Vec<&str> = pairs.iter().map(|p| p.before.class.as_str()).collect();
    let left = pairs.iter().map(|p| location(&p.before, true, "original sub-type declaration")).collect();
    let after = pairs.iter().filter_map(|p| p.became.as_ref());
    let mut right: Vec<Value> =
        after.map(|d| location(d, true, "sub-type declaration after extraction")).collect();
    right.push(location(made, true, "extracted super-type declaration"));
    Some(one(name, &format!("{} from classes [{}]", made.class, from.join(", ")), left, right))
}

/// Something finer than an entity: the type's own sentence, with its gaps filled.
fn detail(found: &Refactoring, d: &Declarations) -> Value {
    let (l, r) = (&d.before, &d.after);
    let name = found.refactoring.aliases().first().copied().unwrap_or(found.refactoring.name());
    // As it is written there.
    let written = |element: &Element| match element.subject.as_ref() {
        Some(subject) if subject.kind == "modifier" => subject.text.replace("package-private", "package"),
        // A parameter of a lambda that has no type is said to have none.
        Some(subject) if subject.kind == "variable" && subject.text == subject.name => {
            variable(&subject.name, "null")
        }
        Some(subject) => subject.text.clone(),
        None => String::new(),
    };
    let place = |d: &Declared| match element_type(d.kind) {
        "METHOD_DECLARATION" | "INITIALIZER" => format!("in method {} from class {}", method(d), d.class),
        "FIELD_DECLARATION" | "ENUM_CONSTANT_DECLARATION" | "RECORD_COMPONENT" => {
            format!("in attribute {} from class {}", attribute(d, true), d.class)
        }
        _ => format!("in class {}", d.class),
    };
    let sentence = refdiff::fill(found.refactoring.info().rminer, |gap| match gap {
        "was" => written(&found.before),
        "is" => written(&found.after),
        "place" => place(r),
        "place.before" => place(l),
        "place.class" => format!("in class {}", r.class),
        "class" => r.class.clone(),
        "attribute" => attribute(r, true),
        // Without the visibility that RefactoringMiner writes before it: the subject does not carry it.
        "attribute.was" => written(&found.before),
        "attribute.is" => written(&found.after),
        other => other.to_owned(),
    });
    let side = |element: &Element, d: &Declared, when: &str| {
        let subject = element.subject.as_ref().map(|s| {
            let span = Span {
                start_line: s.start_line,
                start_column: s.start_column,
                end_line: s.end_line,
                end_column: s.end_column + 1,
                at_end: false,
            };
            located(&element.file, span, subject_type(&s.kind), &format!("{when} {}", s.kind), &s.text)
        });
        subject.into_iter().chain([location(d, true, &format!("{when} declaration"))]).collect()
    };
    one(name, &sentence, side(&found.before, l, "original"), side(&found.after, r, "changed"))
}

fn subject_type(kind: &str) -> &'static str {
    match kind {
        "parameter" => "SINGLE_VARIABLE_DECLARATION",
        "variable" => "VARIABLE_DECLARATION_STATEMENT",
        "annotation" => "ANNOTATION",
        "type" => "TYPE",
        "field" => "FIELD_DECLARATION",
        _ => "EXPRESSION",
    }
}
