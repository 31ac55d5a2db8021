//! From the pieces of a cut to units: those seen before come from the store, the others are parsed together.

use super::cut::{Cut, Piece, PieceKind};
use super::kinds::{Kind, Kinds};
use super::outline;
use super::walker::{Scratch, UnitWalker, Whole};
use crate::lang::store::{LaidOut, Layout, UnitKey, UnitStore};
use crate::model::{FilePath, Placed, SourceFile, Unit};
use std::sync::Arc;
use tree_sitter::{Node, Parser};
use xxhash_rust::xxh3::xxh3_128_with_seed;

/// What one thread reads Java with.
pub(super) struct Reader<'e> {
    pub kinds: &'e Kinds,
    pub parser: &'e mut Parser,
    pub scratch: &'e mut Scratch,
}

/// The file that a cut describes; `None` where the parser sees a piece in another way than the cut.
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
        units.push(store.get(key));
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
    let layout =
        Layout { package: file.package.clone(), imports: file.imports.clone(), pieces: laid_out.collect() };
    store.put_layout(file_key(text), Arc::new(layout));
    Some(file)
}

/// The file, where its very text was cut before and the store still has all its units.
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
        imports: layout.imports.clone(),
        units,
        losses: Vec::new(),
    })
}

fn file_key(text: &[u8]) -> UnitKey {
    xxh3_128_with_seed(text, PieceKind::FILE)
}

fn key(piece: &Piece, text: &[u8]) -> UnitKey {
    xxh3_128_with_seed(&text[piece.start..piece.end], piece.kind as u64)
}

/// What a piece is parsed inside of.
fn around(kind: PieceKind) -> (&'static [u8], &'static [u8]) {
    match kind {
        PieceKind::Head => (b"", b"}\n"),
        PieceKind::Member => (b"class A{", b"\n}\n"),
        PieceKind::InterfaceMember => (b"interface A{", b"\n}\n"),
        PieceKind::AnnotationMember => (b"@interface A{", b"\n}\n"),
        PieceKind::EnumConstant => (b"enum A{", b"\n}\n"),
    }
}

/// Parses pieces, each in a type of its own, in one go.
fn parse(
    Reader { kinds, parser, scratch }: &mut Reader<'_>,
    pieces: &[&Piece],
    text: &[u8],
    parseable: &[u8],
) -> Option<Vec<Unit>> {
    let length: usize = pieces.iter().map(|p| p.end - p.start + 20).sum();
    let join = |source: &[u8]| {
        let mut joined = Vec::with_capacity(length);
        for piece in pieces {
            let (before, after) = around(piece.kind);
            for part in [before, &source[piece.start..piece.end], after] {
                joined.extend_from_slice(part);
            }
        }
        joined
    };
    let joined = join(parseable);
    // Tokens take their text from the file itself, where that is not what the parser reads.
    let original = if std::ptr::eq(text, parseable) { None } else { Some(join(text)) };
    let original = original.as_deref().unwrap_or(&joined);
    let starts = starts_of(pieces);
    let tree = parser.parse(&joined, None)?;
    let root = tree.root_node();
    if root.has_error() {
        return None;
    }
    let mut cursor = root.walk();
    let mut types = root.children(&mut cursor).filter(|n| kinds.kind(n.kind_id()).kind != Kind::Comment);
    let mut units = Vec::with_capacity(pieces.len());
    for (piece, start) in pieces.iter().zip(starts) {
        let outer = types.next()?;
        let (node, whole) = match piece.kind {
            PieceKind::Head => (outer, Whole::Head),
            _ => (only_member(kinds, outer)?, Whole::Member),
        };
        let end = start + (piece.end - piece.start) + if piece.kind == PieceKind::Head { 1 } else { 0 };
        if node.start_byte() != start || node.end_byte() != end {
            return None;
        }
        let (unit, lost) = UnitWalker::new(kinds, original, node, scratch).walk(whole, scratch);
        if lost.is_some() || unit.declarations.is_empty() {
            return None;
        }
        units.push(unit);
    }
    types.next().is_none().then_some(units)
}

/// Where each piece starts in the joined text.
fn starts_of(pieces: &[&Piece]) -> Vec<usize> {
    let mut at = 0;
    let mut starts = Vec::with_capacity(pieces.len());
    for piece in pieces {
        let (before, after) = around(piece.kind);
        starts.push(at + before.len());
        at += before.len() + (piece.end - piece.start) + after.len();
    }
    starts
}

/// The one member in the body of the type that was put around it.
fn only_member<'t>(kinds: &Kinds, outer: Node<'t>) -> Option<Node<'t>> {
    let mut cursor = outer.walk();
    let body = outer.children(&mut cursor).find(|n| kinds.kind(n.kind_id()).kind == Kind::TypeBody)?;
    let mut cursor = body.walk();
    let mut members =
        body.children(&mut cursor).filter(|n| n.is_named() && kinds.kind(n.kind_id()).kind != Kind::Comment);
    let only = members.next()?;
    let is_member = matches!(
        kinds.kind(only.kind_id()).kind,
        Kind::Method
            | Kind::Constructor
            | Kind::CompactConstructor
            | Kind::AnnotationElement
            | Kind::StaticInitialiser
            | Kind::FieldDeclaration
            | Kind::EnumConstant
            | Kind::Block
    );
    (is_member && members.next().is_none()).then_some(only)
}
