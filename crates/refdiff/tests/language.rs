//! A language that can do nothing but parse whole files: everything else works with it.
#![allow(clippy::unwrap_used)]

mod support;

use refdiff::lang::{Extractor, Language, Languages, UnitStore};
use refdiff::model::{Declaration, EntityKind, Modifiers, Placed, Role, SourceFile, Symbol, Token, Unit};
use refdiff::{FilePath, Options, SourceText, compare};
use std::sync::Arc;

/// Files of lines `name: words`, each a method of a type named as the file.
struct Lines;

impl Language for Lines {
    fn name(&self) -> &'static str {
        "Lines"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["lines"]
    }

    fn extractor(&self) -> Box<dyn Extractor> {
        Box::new(LinesExtractor)
    }
}

struct LinesExtractor;

fn declaration(kind: EntityKind, name: &str, span: std::ops::Range<u32>) -> Declaration {
    Declaration {
        name: name.into(),
        name_symbol: Symbol::of(name),
        signature: Symbol::of(name),
        span,
        ..Declaration::empty(kind, Modifiers::default())
    }
}

impl Extractor for LinesExtractor {
    fn extract(&mut self, path: &FilePath, text: &[u8]) -> SourceFile {
        let text = std::str::from_utf8(text).unwrap();
        let stem = String::from_utf8_lossy(path.file_name()).replace(".lines", "");
        let head =
            Unit { declarations: vec![declaration(EntityKind::Class, &stem, 0..0)], ..Unit::default() };
        let place = |unit, start: usize, end: usize, container| Placed {
            unit: Arc::new(unit),
            start: start as u32,
            end: end as u32,
            container,
        };
        let mut units = vec![place(head, 0, text.len(), None)];
        let mut start = 0;
        for line in text.lines() {
            if let Some((name, words)) = line.split_once(": ") {
                let tokens: Vec<Token> = words
                    .split(' ')
                    .map(|w| Token::new(Symbol::of(w), 0, w.len() as u32, Role::Use))
                    .collect();
                let mut method = declaration(EntityKind::Method, name, 0..line.len() as u32);
                method.tokens = 0..tokens.len() as u32;
                method.body = Some(0..tokens.len() as u32);
                let unit = Unit { declarations: vec![method], tokens, ..Unit::default() };
                units.push(place(unit, start, start + line.len(), Some(0)));
            }
            start += line.len() + 1;
        }
        SourceFile { path: path.clone(), units, ..SourceFile::default() }
    }
}

#[test]
fn a_language_without_a_cut_works_with_a_store_and_without() {
    let before =
        [SourceText::new("Poem.lines", *b"rose: is a rose is a rose\nsky: blue and wide and high\n")];
    let after =
        [SourceText::new("Poem.lines", *b"flower: is a rose is a rose\nsky: blue and wide and high\n")];
    for store in [None, Some(Arc::new(UnitStore::new(1 << 20)))] {
        let mut options = Options::default();
        options.languages = Languages::of([&Lines as &dyn Language]);
        options.store = store;
        let comparison = compare(&before, &after, &options).unwrap();
        assert_eq!(support::lines(&comparison), ["Rename Method: Poem.rose() -> Poem.flower()"]);
        assert_eq!(comparison.refactorings()[0].after.start_line, 1);
    }
}
