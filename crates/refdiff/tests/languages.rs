//! What every language keeps to: fixtures/LANGUAGE has cases as fixtures/java has, fixtures/LANGUAGE-syntax files with the
//! entities that they hold. What Java has of its own is checked in `fixtures` and `syntax`.
#![allow(clippy::unwrap_used)]

mod support;

use refdiff::lang::{Languages, UnitStore};
use refdiff::model::{Level, Model, SourceFile};
use refdiff::{FilePath, Options, SourceText, compare};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

const FOLDERS: [&str; 5] = ["java", "kotlin", "python", "javascript", "typescript"];

fn read(path: &FilePath, text: &[u8]) -> SourceFile {
    let language = Languages::default().language_of(path).unwrap();
    let file = language.extractor().extract(path, text);
    SourceFile { lexicon: language.lexicon(), ..file }
}

fn model(file: SourceFile) -> Model {
    Model::assemble(vec![Arc::new(file)])
}

fn listed(file: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(file).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
    text.lines().filter(|l| !l.is_empty() && !l.starts_with('#')).map(String::from).collect()
}

/// The files of a syntax folder that have their entities beside them.
fn syntax_files(folder: &str) -> Vec<PathBuf> {
    let folder = support::fixtures().join(format!("{folder}-syntax"));
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|e| e != "entities"));
    files.sort();
    assert!(!files.is_empty());
    files
}

fn texts() -> Vec<SourceText> {
    let mut all = Vec::new();
    for folder in FOLDERS {
        for path in syntax_files(folder) {
            let name = path.file_name().unwrap().to_str().unwrap();
            all.push(SourceText::new(FilePath::from(name), std::fs::read(&path).unwrap()));
        }
    }
    all
}

#[test]
fn files_give_exactly_their_entities() {
    for folder in &FOLDERS[1..] {
        for path in syntax_files(folder) {
            let name = path.file_name().unwrap().to_str().unwrap();
            let file = read(&FilePath::from(name), &std::fs::read(&path).unwrap());
            assert!(file.losses.is_empty(), "{name}: {:?}", file.losses);
            let model = model(file);
            let found: Vec<String> =
                model.ids().map(|id| format!("{} {}", model.kind(id).word(), model.key(id))).collect();
            assert_eq!(found, listed(&path.with_extension("entities")), "{name}");
        }
    }
}

/// Units lie in the file and inside what holds them, tokens in their units and in order, keys have no blanks in them.
fn check_contract(path: &FilePath, text: &[u8]) {
    let model = model(read(path, text));
    for id in model.ids() {
        let key = model.key(id);
        let span = model.span(id);
        assert!(span.start <= span.end && span.end as usize <= text.len(), "{path}: {key} {span:?}");
        assert!(!key.is_empty() && !key.contains(char::is_whitespace), "{path}: {key:?}");
        if let Some(around) = model.container(id) {
            let outer = model.span(around);
            assert!(
                outer.start <= span.start && span.end <= outer.end,
                "{path}: {key} is not inside {outer:?}"
            );
        }
        let declaration = model.declaration(id);
        let unit = model.unit(id);
        assert!(declaration.tokens.end as usize <= unit.tokens.len(), "{path}: {key}");
        if let Some(body) = &declaration.body {
            assert!(body.start <= body.end && body.end <= declaration.tokens.end, "{path}: {key} {body:?}");
        }
        for tokens in unit.tokens.windows(2) {
            assert!(tokens[0].end() <= tokens[1].start, "{path}: {key}: tokens overlap");
        }
        let rises = |tokens: Vec<u32>| tokens.is_sorted();
        assert!(rises(unit.calls.iter().map(|c| c.token).collect()), "{path}: {key}: calls");
        assert!(rises(unit.accesses.iter().map(|a| a.token).collect()), "{path}: {key}: accesses");
        assert!(rises(unit.local_uses.iter().map(|u| u.token).collect()), "{path}: {key}: locals");
        for node in &unit.nodes {
            assert!(node.tokens.end as usize <= unit.tokens.len(), "{path}: {key}: {node:?}");
            assert!((node.parent as usize) < unit.nodes.len(), "{path}: {key}: {node:?}");
        }
    }
}

#[test]
fn files_keep_to_the_contract() {
    for source in texts() {
        check_contract(&source.path, &source.text);
    }
}

/// A file that ends anywhere still does; and it is equal to itself.
#[test]
fn cut_files_keep_to_the_contract() {
    for source in texts() {
        let length = source.text.len();
        for part in 1..40 {
            let text = &source.text[..length * part / 40];
            check_contract(&source.path, text);
            let same = [SourceText::new(source.path.clone(), text)];
            let comparison = compare(&same, &same, &Options::default()).unwrap();
            assert!(comparison.refactorings().is_empty(), "{}", source.path);
        }
    }
}

/// Where the grammar only supposes a name, nothing is known of what is declared, and the file says that something is lost.
#[test]
fn a_head_without_a_name_is_no_entity() {
    for (path, text) in [
        ("p/f.kt", "\nclass "),
        ("p/f.kt", "interface "),
        ("p/f.py", "class :\n    pass\n"),
        ("p/f.ts", "interface {}\nenum {}\n"),
    ] {
        let path = FilePath::from(path);
        check_contract(&path, text.as_bytes());
        let file = read(&path, text.as_bytes());
        assert!(!file.losses.is_empty(), "{path}: {text:?}");
    }
}

/// Blank lines at the end are layout.
#[test]
fn a_file_is_equal_to_itself_with_another_blank_line() {
    for source in texts() {
        let mut text = source.text.to_vec();
        text.extend_from_slice(b"\n\n");
        let after = [SourceText::new(source.path.clone(), text)];
        let comparison = compare(std::slice::from_ref(&source), &after, &Options::default()).unwrap();
        assert!(comparison.refactorings().is_empty(), "{}", source.path);
        assert!(comparison.residual(&[]).pure, "{}", source.path);
    }
}

/// What a store holds never changes a result.
#[test]
fn a_store_changes_nothing() {
    let store = UnitStore::new(1 << 26);
    for source in texts() {
        let language = Languages::default().language_of(&source.path).unwrap();
        let mut extractor = language.extractor();
        let alone = extractor.extract(&source.path, &source.text);
        for _ in 0..2 {
            let stored = extractor.extract_with(&source.path, &source.text, &store);
            assert_eq!(stored, alone, "{}", source.path);
        }
    }
}

/// The list that `refdiff languages` shows says what the languages say of themselves.
#[test]
fn the_list_of_languages_is_true() {
    let built: Vec<_> = refdiff::lang::KNOWN.iter().filter(|(_, _, built)| *built).collect();
    let all = Languages::default();
    assert_eq!(built.len(), all.iter().count());
    for (language, (name, endings, _)) in all.iter().zip(built) {
        assert_eq!((language.name(), language.extensions()), (*name, *endings));
    }
}

/// A word that begins a declaration has an entity: one that is missing is a mistake of the front-end.
#[test]
fn every_declared_name_is_an_entity() {
    for source in texts() {
        let text = String::from_utf8_lossy(&source.text).into_owned();
        let words: &[&str] = match source.path.extension() {
            b"py" => &["def ", "class "],
            b"kt" => &["class ", "interface ", "object "],
            b"ts" | b"js" => &["function ", "interface "],
            _ => continue,
        };
        let model = model(read(&source.path, &source.text));
        let names: BTreeSet<&str> = model
            .ids()
            .filter(|&id| model.level(id) != Level::Field)
            .map(|id| model.declaration(id).name.as_ref())
            .collect();
        for word in words {
            for (at, _) in text.match_indices(word) {
                let name: String = text[at + word.len()..]
                    .chars()
                    .take_while(|c| c.is_alphanumeric() || *c == '_')
                    .collect();
                assert!(name.is_empty() || names.contains(name.as_str()), "{}: {word}{name}", source.path);
            }
        }
    }
}
