//! From a syntax tree to the units of a file: the heads of its types, and their members.

use super::decode;
use super::kinds::{Kind, Kinds};
use super::tree;
use super::walker::{Scratch, Whole};
use crate::model::{
    Declaration, EntityKind, FilePath, Import, Loss, Modifiers, Placed, SourceFile, Symbol, Unit,
};
use std::sync::Arc;
use tree_sitter::{Node, Parser, Tree};

/// Extracts the file that `tree` was parsed from.
pub(super) fn outline(kinds: &Kinds, tree: &Tree, path: &FilePath, text: &[u8]) -> SourceFile {
    let mut outline = Outline {
        kinds,
        text,
        file: SourceFile { path: path.clone(), ..SourceFile::default() },
        scratch: Scratch::default(),
    };
    let mut pending = vec![(tree.root_node(), None)];
    let mut implicit = None;
    while let Some((node, container)) = pending.pop() {
        outline.visit(node, container, &mut implicit, &mut pending);
    }
    let mut file = outline.file;
    file.losses.sort_by_key(|loss| loss.at);
    file.source_folder = SourceFile::source_folder_of(&file.path, &file.package).into();
    file
}

/// Reads the package and import declarations at `places`, by parsing only these.
pub(super) fn read_header(
    kinds: &Kinds,
    parser: &mut Parser,
    text: &[u8],
    parseable: &[u8],
    places: &[std::ops::Range<usize>],
    file: &mut SourceFile,
) -> Option<()> {
    for place in places {
        let at = place.start as u32..place.end as u32;
        let (words, simple) = header_words(&text[place.clone()]);
        if !simple {
            // Comments, annotations or anything else in between are left to the parser.
            let (source, text) = (&parseable[place.clone()], &text[place.clone()]);
            let tree = crate::lang::parse::parse(parser, source).filter(|t| !t.root_node().has_error())?;
            let known = std::mem::take(&mut file.package_at);
            let mut outline =
                Outline { kinds, text, file: std::mem::take(file), scratch: Scratch::default() };
            let mut pending = vec![(tree.root_node(), None)];
            while let Some((node, container)) = pending.pop() {
                outline.visit(node, container, &mut None, &mut pending);
            }
            *file = outline.file;
            file.package_at = if file.package_at.is_empty() { known } else { at };
            // What begins like a declaration of the header may be something else.
            if !file.units.is_empty() {
                return None;
            }
            continue;
        }
        match words.split_first() {
            Some((&b"package", rest)) => {
                file.package = rest.iter().map(|w| decode(w)).collect::<String>().into();
                file.package_at = at;
            }
            Some((&b"import", rest)) => {
                let members = rest.first() == Some(&&b"static"[..]);
                let rest = &rest[usize::from(members)..];
                let wildcard = rest.last() == Some(&&b"*"[..]);
                let names = rest.iter().filter(|w| !matches!(**w, b"." | b"*"));
                let imports = Arc::make_mut(&mut file.imports);
                imports.push(Import {
                    path: names.map(Symbol::of).collect(),
                    wildcard,
                    members,
                    alias: None,
                });
            }
            _ => return None,
        }
    }
    Some(())
}

/// The words and punctuation of a declaration without its `;`, and whether it has only names, dots and a `*`.
fn header_words(text: &[u8]) -> (Vec<&[u8]>, bool) {
    let mut words = Vec::new();
    let mut rest = text.strip_suffix(b";").unwrap_or(text);
    while let Some(&first) = rest.first() {
        let length = match first {
            b' ' | b'\t' | b'\n' | b'\r' => {
                rest = &rest[1..];
                continue;
            }
            b'.' | b'*' => 1,
            b if b.is_ascii_alphabetic() || b == b'_' || b == b'$' => rest
                .iter()
                .position(|b| !(b.is_ascii_alphanumeric() || *b == b'_' || *b == b'$'))
                .unwrap_or(rest.len()),
            _ => return (words, false),
        };
        words.push(&rest[..length]);
        rest = &rest[length..];
    }
    let names = match words.as_slice() {
        [b"import", b"static", names @ ..] | [b"import", names @ ..] => names,
        [b"package", names @ ..] if !names.contains(&&b"*"[..]) => names,
        _ => return (words, false),
    };
    // Names separated by single dots: a missing `;` joins two declarations.
    let dots = names.iter().enumerate().all(|(i, word)| (i % 2 == 1) == (*word == b"."));
    let simple = dots && names.len() % 2 == 1;
    (words, simple)
}

struct Outline<'a> {
    scratch: Scratch,
    kinds: &'a Kinds,
    text: &'a [u8],
    file: SourceFile,
}

/// A node and the type whose body contains it.
type Pending<'t> = (Node<'t>, Option<u32>);

impl Outline<'_> {
    fn visit<'t>(
        &mut self,
        node: Node<'t>,
        container: Option<u32>,
        implicit: &mut Option<u32>,
        pending: &mut Vec<Pending<'t>>,
    ) {
        let kind = self.kinds.kind(node.kind_id()).kind;
        if node.is_error() || node.is_missing() {
            let reason = "syntax error outside of a member's body; what stands there may be missing";
            self.file.losses.push(Loss { at: node.start_byte() as u32, reason: reason.into() });
        }
        match kind {
            Kind::Package => {
                self.file.package = self.dotted(node).concat().into();
                self.file.package_at = node.start_byte() as u32..node.end_byte() as u32;
            }
            Kind::Import => self.import(node),
            Kind::Class | Kind::Interface | Kind::Enum | Kind::Record | Kind::AnnotationType => {
                let place = self.place(node, Whole::Head, container);
                push_children(node, Some(place), pending, |child| {
                    self.kinds.kind(child.kind_id()).kind == Kind::TypeBody
                });
            }
            Kind::Error => self.broken(node, container, implicit, pending),
            Kind::Program | Kind::TypeBody | Kind::EnumMembers => {
                push_children(node, container, pending, |_| true);
            }
            Kind::Method
            | Kind::Constructor
            | Kind::CompactConstructor
            | Kind::AnnotationElement
            | Kind::StaticInitialiser
            | Kind::FieldDeclaration
            | Kind::EnumConstant => {
                let owner = container.unwrap_or_else(|| self.implicit_type(implicit, node));
                self.place(node, Whole::Member, Some(owner));
            }
            // A block in a type's body is an initialiser; at the top of a file it is ignored.
            Kind::Block if container.is_some() => {
                self.place(node, Whole::Member, container);
            }
            // In a file with methods outside of types, a top-level variable is a field.
            Kind::LocalDeclaration if container.is_none() && !in_error(node) => {
                let owner = self.implicit_type(implicit, node);
                self.place(node, Whole::TopLevelField, Some(owner));
            }
            _ => {}
        }
    }

    /// Text that does not parse: if it contains the head of a type, the members of the type follow.
    fn broken<'t>(
        &mut self,
        node: Node<'t>,
        container: Option<u32>,
        implicit: &mut Option<u32>,
        pending: &mut Vec<Pending<'t>>,
    ) {
        let mut cursor = node.walk();
        let children: Vec<Node<'t>> = node.children(&mut cursor).collect();
        let mut here = container;
        let from = pending.len();
        for (i, &child) in children.iter().enumerate() {
            let kind = match child.kind() {
                "class" => EntityKind::Class,
                "interface" => EntityKind::Interface,
                "enum" => EntityKind::Enum,
                "record" => EntityKind::Record,
                _ => {
                    pending.push((child, here));
                    continue;
                }
            };
            let name = children.get(i + 1).filter(|n| self.kinds.kind(n.kind_id()).kind == Kind::Identifier);
            if let Some(name) = name {
                let name = decode(&self.text[name.byte_range()]);
                here = Some(self.add_head(kind, name, child.start_byte(), node.end_byte(), container));
                if container.is_none() {
                    *implicit = here;
                }
            }
        }
        pending[from..].reverse();
    }

    /// A type of which only the name is known.
    fn add_head(
        &mut self,
        kind: EntityKind,
        name: Box<str>,
        start: usize,
        end: usize,
        container: Option<u32>,
    ) -> u32 {
        let declaration = Declaration {
            name_symbol: Symbol::of(name.as_bytes()),
            signature: Symbol::of(name.as_bytes()),
            name,
            ..Declaration::empty(kind, Modifiers::default())
        };
        let unit = Unit { declarations: vec![declaration], ..Unit::default() };
        self.add(unit, start as u32, end as u32, container)
    }

    fn place(&mut self, node: Node<'_>, whole: Whole, container: Option<u32>) -> u32 {
        let (unit, lost) = tree::read(self.kinds, self.text, node, whole, &mut self.scratch);
        if let Some(at) = lost {
            let reason = "syntax error in a declaration; part of it may be missing";
            self.file.losses.push(Loss { at, reason: reason.into() });
        }
        self.add(unit, node.start_byte() as u32, node.end_byte() as u32, container)
    }

    fn add(&mut self, unit: Unit, start: u32, end: u32, container: Option<u32>) -> u32 {
        self.file.units.push(Placed { unit: Arc::new(unit), start, end, container });
        self.file.units.len() as u32 - 1
    }

    /// The type of top-level members: it has no name in the text and is named after the file. It also contains the
    /// members of types with a broken head.
    fn implicit_type(&mut self, implicit: &mut Option<u32>, first: Node<'_>) -> u32 {
        if let Some(place) = *implicit {
            return place;
        }
        let name = self.file.path.file_name();
        let stem = decode(name.strip_suffix(b".java").unwrap_or(name));
        let place = self.add_head(EntityKind::Class, stem, first.start_byte(), self.text.len(), None);
        *implicit = Some(place);
        place
    }

    fn import(&mut self, node: Node<'_>) {
        let mut cursor = node.walk();
        let children: Vec<_> = node.children(&mut cursor).collect();
        let members = children.iter().any(|c| c.kind() == "static");
        let wildcard = children.iter().any(|c| self.kinds.kind(c.kind_id()).kind == Kind::Asterisk);
        let names = self.dotted(node);
        let path = names.iter().filter(|n| n.as_ref() != ".").map(|n| Symbol::of(n.as_bytes()));
        Arc::make_mut(&mut self.file.imports).push(Import {
            path: path.collect(),
            wildcard,
            members,
            alias: None,
        });
    }

    /// The names and dots of a package or import declaration, in order.
    fn dotted(&self, node: Node<'_>) -> Vec<Box<str>> {
        let mut parts = Vec::new();
        let mut pending = vec![node];
        while let Some(at) = pending.pop() {
            let kind = self.kinds.kind(at.kind_id()).kind;
            if matches!(kind, Kind::Annotation | Kind::Comment) {
                continue;
            }
            if at.child_count() > 0 {
                let mut cursor = at.walk();
                let children: Vec<_> = at.children(&mut cursor).collect();
                pending.extend(children.into_iter().rev());
            } else if kind == Kind::Identifier || at.kind() == "." {
                parts.push(decode(&self.text[at.byte_range()]));
            }
        }
        // `import a.b.*;` has a dot before the asterisk.
        if parts.last().is_some_and(|last| last.as_ref() == ".") {
            parts.pop();
        }
        parts
    }
}

fn push_children<'t>(
    node: Node<'t>,
    container: Option<u32>,
    pending: &mut Vec<Pending<'t>>,
    wanted: impl Fn(&Node<'t>) -> bool,
) {
    let from = pending.len();
    let mut cursor = node.walk();
    pending.extend(node.children(&mut cursor).filter(wanted).map(|child| (child, container)));
    pending[from..].reverse();
}

fn in_error(node: Node<'_>) -> bool {
    node.parent().is_some_and(|p| p.is_error())
}
