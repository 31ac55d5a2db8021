//! From the pieces of a cut to units: known units come from the store, the others are parsed together.

use super::cut::{Cut, Piece, PieceKind};
use super::kinds::{Kind, Kinds};
use super::outline;
use super::walker::{Scratch, Whole};
use super::{direct, tree};
use crate::lang::store::{LaidOut, Layout, UnitKey, UnitStore};
use crate::model::{FilePath, Placed, SourceFile, Unit};
use std::sync::Arc;
use tree_sitter::{Node, Parser};
use xxhash_rust::xxh3::xxh3_128_with_seed;

/// What one thread needs to read Java.
pub(super) struct Reader<'e> {
    pub kinds: &'e Kinds,
    pub parser: &'e mut Parser,
    pub scratch: &'e mut Scratch,
    pub buffers: &'e mut direct::Buffers,
}

/// The file that a cut describes; `None` if the parser disagrees with the cut on a piece.
pub(super) fn assemble(
    reader: &mut Reader<'_>,
    path: &FilePath,
    text: &[u8],
    parseable: &[u8],
    cut: &Cut,
    store: &UnitStore,
) -> Option<SourceFile> {
    let mut units: Vec<Option<Arc<Unit>>> = Vec::with_capacity(cut.pieces.len());
    let mut keys = Vec::with_capacity(cut.pieces.len());
    for piece in &cut.pieces {
        let key = key(piece, text);
        keys.push(key);
        units.push(store.get(key).or_else(|| {
            let unit = Arc::new(read_directly(reader, piece, text, parseable)?);
            store.put(key, unit.clone());
            Some(unit)
        }));
    }
    let unseen: Vec<usize> = (0..units.len()).filter(|&i| units[i].is_none()).collect();
    if !unseen.is_empty() {
        let pieces: Vec<&Piece> = unseen.iter().map(|&i| &cut.pieces[i]).collect();
        let parsed = parse(reader, &pieces, text, parseable)?;
        for (&i, unit) in unseen.iter().zip(parsed) {
            let unit = Arc::new(unit);
            store.put(keys[i], unit.clone());
            units[i] = Some(unit);
        }
    }
    let mut file = SourceFile { path: path.clone(), ..SourceFile::default() };
    outline::read_header(reader.kinds, reader.parser, text, parseable, &cut.header, &mut file)?;
    for (piece, unit) in cut.pieces.iter().zip(units) {
        file.units.push(Placed {
            unit: unit?,
            start: piece.start as u32,
            end: piece.type_end as u32,
            container: piece.container,
        });
    }
    file.source_folder = SourceFile::source_folder_of(&file.path, &file.package).into();
    let laid_out = keys.iter().zip(&file.units).map(|(&key, placed)| LaidOut {
        key,
        start: placed.start,
        end: placed.end,
        container: placed.container,
    });
    let layout = Layout {
        package: file.package.clone(),
        package_at: file.package_at.clone(),
        imports: file.imports.clone(),
        pieces: laid_out.collect(),
        losses: Vec::new(),
    };
    store.put_layout(file_key(text), Arc::new(layout));
    Some(file)
}

/// The unit of a piece that can be read without the grammar.
fn read_directly(reader: &mut Reader<'_>, piece: &Piece, text: &[u8], parseable: &[u8]) -> Option<Unit> {
    let own = &text[piece.start..piece.end];
    if own != &parseable[piece.start..piece.end] {
        return None;
    }
    direct::read(own, piece.kind, reader.buffers, reader.scratch)
}

/// The file, if exactly its text was cut before and the store still has all its units.
pub(super) fn recall(path: &FilePath, text: &[u8], store: &UnitStore) -> Option<SourceFile> {
    let layout = store.layout(file_key(text))?;
    let mut units = Vec::with_capacity(layout.pieces.len());
    for piece in &layout.pieces {
        let unit = store.get(piece.key)?;
        units.push(Placed { unit, start: piece.start, end: piece.end, container: piece.container });
    }
    Some(SourceFile {
        path: path.clone(),
        source_folder: SourceFile::source_folder_of(path, &layout.package).into(),
        package: layout.package.clone(),
        package_at: layout.package_at.clone(),
        imports: layout.imports.clone(),
        units,
        ..SourceFile::default()
    })
}

fn file_key(text: &[u8]) -> UnitKey {
    xxh3_128_with_seed(text, PieceKind::FILE)
}

fn key(piece: &Piece, text: &[u8]) -> UnitKey {
    xxh3_128_with_seed(&text[piece.start..piece.end], piece.kind as u64)
}

/// The code that pieces are wrapped in for parsing: before, between and after them.
fn around(kind: PieceKind) -> (&'static [u8], &'static [u8], &'static [u8]) {
    match kind {
        PieceKind::Head => (b"", b"", b"}\n"),
        PieceKind::Member => (b"class A{", b"\n", b"\n}\n"),
        PieceKind::InterfaceMember => (b"interface A{", b"\n", b"\n}\n"),
        PieceKind::AnnotationMember => (b"@interface A{", b"\n", b"\n}\n"),
        PieceKind::EnumConstant => (b"enum A{", b",\n", b"\n}\n"),
    }
}

/// Pieces that are parsed in one common type: adjacent ones of one kind. Heads are parsed separately.
fn groups<'p>(pieces: &'p [&'p Piece]) -> impl Iterator<Item = &'p [&'p Piece]> {
    pieces.chunk_by(|x, y| x.kind == y.kind && x.kind != PieceKind::Head)
}

/// Joins pieces for the parser.
fn join(pieces: &[&Piece], source: &[u8]) -> Vec<u8> {
    let length: usize = pieces.iter().map(|p| p.end - p.start + 20).sum();
    let mut joined = Vec::with_capacity(length);
    for group in groups(pieces) {
        let (before, between, after) = around(group[0].kind);
        joined.extend_from_slice(before);
        for (number, piece) in group.iter().enumerate() {
            if number > 0 {
                joined.extend_from_slice(between);
            }
            joined.extend_from_slice(&source[piece.start..piece.end]);
        }
        joined.extend_from_slice(after);
    }
    joined
}

/// Parses pieces at once.
fn parse(
    Reader { kinds, parser, scratch, .. }: &mut Reader<'_>,
    pieces: &[&Piece],
    text: &[u8],
    parseable: &[u8],
) -> Option<Vec<Unit>> {
    let joined = join(pieces, parseable);
    // Tokens take their text from the file itself, if the parser reads other text.
    let original = if std::ptr::eq(text, parseable) { None } else { Some(join(pieces, text)) };
    let original = original.as_deref().unwrap_or(&joined);
    let tree = crate::lang::parse::parse(parser, &joined)?;
    let root = tree.root_node();
    if root.has_error() {
        return None;
    }
    let mut cursor = root.walk();
    let mut types = root.children(&mut cursor).filter(|n| kinds.kind(n.kind_id()).kind != Kind::Comment);
    let mut units = Vec::with_capacity(pieces.len());
    let mut at = 0;
    for group in groups(pieces) {
        let (before, between, after) = around(group[0].kind);
        at += before.len();
        let outer = types.next()?;
        let is_head = group[0].kind == PieceKind::Head;
        if is_head && !is_type(kinds.kind(outer.kind_id()).kind) {
            return None;
        }
        let (nodes, whole) =
            if is_head { (vec![outer], Whole::Head) } else { (members(kinds, outer)?, Whole::Member) };
        if nodes.len() != group.len() {
            return None;
        }
        for (number, (piece, node)) in group.iter().zip(nodes).enumerate() {
            at += if number > 0 { between.len() } else { 0 };
            let end = at + (piece.end - piece.start);
            if node.start_byte() != at || node.end_byte() != end + usize::from(is_head) {
                return None;
            }
            let (unit, lost) = tree::read(kinds, original, node, whole, scratch);
            if lost.is_some() || unit.declarations.is_empty() {
                return None;
            }
            units.push(unit);
            at = end;
        }
        at += after.len();
    }
    types.next().is_none().then_some(units)
}

fn is_type(kind: Kind) -> bool {
    matches!(kind, Kind::Class | Kind::Interface | Kind::Enum | Kind::Record | Kind::AnnotationType)
}

/// The members in the body of the wrapper type; `None` if there is anything else.
fn members<'t>(kinds: &Kinds, outer: Node<'t>) -> Option<Vec<Node<'t>>> {
    let mut cursor = outer.walk();
    let body = outer.children(&mut cursor).find(|n| kinds.kind(n.kind_id()).kind == Kind::TypeBody)?;
    let mut cursor = body.walk();
    let named =
        body.children(&mut cursor).filter(|n| n.is_named() && kinds.kind(n.kind_id()).kind != Kind::Comment);
    let is_member = |node: Node<'t>| {
        let member = matches!(
            kinds.kind(node.kind_id()).kind,
            Kind::Method
                | Kind::Constructor
                | Kind::CompactConstructor
                | Kind::AnnotationElement
                | Kind::StaticInitialiser
                | Kind::FieldDeclaration
                | Kind::EnumConstant
                | Kind::Block
        );
        member.then_some(node)
    };
    named.map(is_member).collect()
}
