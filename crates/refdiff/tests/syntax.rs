//! The Java front-end sees every entity: fixtures/java-syntax is valid Java, fixtures/java-broken is not.
#![allow(clippy::unwrap_used)]

mod support;

use refdiff::FilePath;
use refdiff::lang::Languages;
use refdiff::model::{Level, Model};
use std::path::Path;
use std::sync::Arc;

/// The entities of a file, and whether something was lost.
fn entities(file: &Path) -> (Vec<String>, bool) {
    let name = file.file_name().unwrap().to_str().unwrap();
    let path = FilePath::from(name);
    let text = std::fs::read(file).unwrap();
    let source = Languages::default().language_of(&path).unwrap().extractor().extract(&path, &text);
    let lost = !source.losses.is_empty();
    let model = Model::assemble(vec![Arc::new(source)]);
    for id in model.ids() {
        let span = model.span(id);
        assert!(
            span.start < span.end && span.end as usize <= text.len(),
            "{name}: {} {span:?}",
            model.key(id)
        );
    }
    let word = |id| match model.level(id) {
        Level::Type => model.kind(id).word(),
        Level::Method => "method",
        Level::Field => "field",
    };
    (model.ids().map(|id| format!("{} {}", word(id), model.key(id))).collect(), lost)
}

fn java_files(folder: &str) -> Vec<std::path::PathBuf> {
    let mut files: Vec<_> = std::fs::read_dir(support::fixtures().join(folder))
        .unwrap()
        .map(|e| e.unwrap().path())
        .filter(|p| p.extension().is_some_and(|e| e == "java"))
        .collect();
    files.sort();
    assert!(!files.is_empty());
    files
}

fn listed(file: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(file.with_extension("entities")).unwrap();
    text.lines().filter(|l| !l.is_empty() && !l.starts_with('#')).map(String::from).collect()
}

#[test]
fn valid_files_give_exactly_their_entities() {
    let mut wrong = Vec::new();
    for file in java_files("java-syntax") {
        let (found, lost) = entities(&file);
        let wanted = listed(&file);
        if found != wanted || lost {
            let missing: Vec<_> = wanted.iter().filter(|l| !found.contains(l)).collect();
            let extra: Vec<_> = found.iter().filter(|l| !wanted.contains(l)).collect();
            wrong.push(format!("{}: lost {lost}, missing {missing:#?}, extra {extra:#?}", file.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn broken_files_give_what_can_be_seen_and_say_what_is_lost() {
    let mut wrong = Vec::new();
    for file in java_files("java-broken") {
        let (found, lost) = entities(&file);
        let mut wanted = listed(&file);
        let says_lost = wanted.last().is_some_and(|l| l == "lost");
        if says_lost {
            wanted.pop();
        }
        let missing: Vec<_> = wanted.iter().filter(|l| !found.contains(l)).collect();
        if !missing.is_empty() || lost != says_lost || (!lost && found.len() != wanted.len()) {
            wrong.push(format!(
                "{}: lost {lost} (expected {says_lost}), missing {missing:#?}, found {found:#?}",
                file.display()
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
