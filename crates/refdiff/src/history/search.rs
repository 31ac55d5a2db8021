//! Finds an element that is no longer under its name in its file.

use super::History;
use super::version::Version;
use crate::above::start_with_comment;
use crate::error::{Error, Result};
use crate::git::{Changes, Content, Endpoint, ObjectId};
use crate::lines::Text;
use crate::model::{EntityId, FilePath, Model};
use crate::refactorings::RefactoringType;
use crate::report::{Comparison, Query};

/// How many similar names an error lists.
const LISTED: usize = 8;

/// The result of a search.
pub(super) enum Found {
    /// The element before, and whether it moved to another type by itself.
    At { parent: ObjectId, version: Version, moved: bool },
    /// It is new; its code came from these methods.
    Nowhere { origins: Vec<Version> },
}

impl History {
    /// Searches for an element that no parent has under its name in its file.
    pub(super) fn search(
        &mut self,
        parents: &[ObjectId],
        commit: ObjectId,
        version: &Version,
    ) -> Result<Found> {
        let mut first = None;
        for &parent in parents {
            let changes = self.handle.changes(Endpoint::Tree(parent), Endpoint::Tree(commit))?;
            if let Some(found) = self.search_gone(&changes, parent, version)? {
                return Ok(found);
            }
            first.get_or_insert((parent, changes));
        }
        match first {
            Some((parent, changes)) => self.search_all(&changes, parent, commit, version),
            None => Ok(Found::Nowhere { origins: Vec::new() }),
        }
    }

    /// Searches removed files: one with the same bytes, or one with the same name and the same element.
    fn search_gone(
        &mut self,
        changes: &Changes,
        parent: ObjectId,
        version: &Version,
    ) -> Result<Option<Found>> {
        let own = &version.file;
        let is_new = changes.files.iter().any(|f| f.path == own.path && f.before.is_none());
        if !is_new {
            return Ok(None);
        }
        let gone = || changes.files.iter().filter(|f| f.after.is_none());
        let blob = |content: &Option<Content>| match content {
            Some(Content::Blob(id)) => Some(*id),
            _ => None,
        };
        // The nearest path first: a module may contain several files with the same bytes.
        let common = |path: &FilePath| {
            let ends = path.as_bytes().iter().rev().zip(own.path.as_bytes().iter().rev());
            ends.take_while(|(x, y)| x == y).count()
        };
        let mut equal: Vec<&FilePath> =
            gone().filter(|f| blob(&f.before) == Some(own.blob)).map(|f| &f.path).collect();
        equal.sort_by_key(|path| std::cmp::Reverse(common(path)));
        if let Some(path) = equal.first() {
            let file = self.file(own.blob, path)?;
            let version = Version { file, id: version.id };
            return Ok(Some(Found::At { parent, version, moved: false }));
        }
        let mut named: Vec<(&FilePath, ObjectId)> = gone()
            .filter(|f| f.path.file_name() == own.path.file_name())
            .filter_map(|f| Some((&f.path, blob(&f.before)?)))
            .collect();
        named.sort_by_key(|(path, _)| std::cmp::Reverse(common(path)));
        // Among several with the same element, only the rest of the commit can decide.
        if let [(path, blob)] = named.as_slice() {
            let file = self.file(*blob, path)?;
            if let Some(version) = version.in_file(&file) {
                return Ok(Some(Found::At { parent, version, moved: false }));
            }
        }
        Ok(None)
    }

    /// Compares the whole commit.
    fn search_all(
        &mut self,
        changes: &Changes,
        parent: ObjectId,
        commit: ObjectId,
        version: &Version,
    ) -> Result<Found> {
        let compared = self.handle.compared(&mut self.comparer, commit, changes, &mut self.incomplete)?;
        let Some(comparison) = compared else { return Ok(Found::Nowhere { origins: Vec::new() }) };
        let Some(own) = placed(comparison.model_after(), version) else {
            return Ok(Found::Nowhere { origins: Vec::new() });
        };
        let pairs = comparison.pairs().iter();
        if let Some(&(old, _, relationship)) = pairs.into_iter().find(|pair| pair.1 == own) {
            let version = self.version(&comparison, changes, old)?;
            return Ok(Found::At { parent, version, moved: relationship.moves() });
        }
        let mut origins = Vec::new();
        for (refactoring, &(old, new)) in comparison.reported_pairs() {
            use RefactoringType::{ExtractAndMoveMethod, ExtractMethod};
            if new == own && matches!(refactoring.refactoring, ExtractMethod | ExtractAndMoveMethod) {
                origins.push(self.version(&comparison, changes, old)?);
            }
        }
        Ok(Found::Nowhere { origins })
    }

    /// The methods whose code was put into a method in place of their calls.
    pub(super) fn inlined(
        &mut self,
        parent: ObjectId,
        commit: ObjectId,
        version: &Version,
    ) -> Result<Vec<Version>> {
        let changes = self.handle.changes(Endpoint::Tree(parent), Endpoint::Tree(commit))?;
        let compared = self.handle.compared(&mut self.comparer, commit, &changes, &mut self.incomplete)?;
        let Some(comparison) = compared else { return Ok(Vec::new()) };
        let Some(own) = placed(comparison.model_after(), version) else { return Ok(Vec::new()) };
        let mut inlined = Vec::new();
        for (refactoring, &(old, new)) in comparison.reported_pairs() {
            use RefactoringType::{InlineMethod, MoveAndInlineMethod};
            if new == own && matches!(refactoring.refactoring, InlineMethod | MoveAndInlineMethod) {
                inlined.push(self.version(&comparison, &changes, old)?);
            }
        }
        Ok(inlined)
    }

    /// An entity of the before side of a comparison, in its own file.
    fn version(&mut self, comparison: &Comparison, changes: &Changes, old: EntityId) -> Result<Version> {
        let model = comparison.model_before();
        let path = model.path(old).clone();
        let content = changes.files.iter().find(|f| f.path == path).and_then(|f| f.before.as_ref());
        let lost = || Error::Object { what: path.to_string(), reason: "it is no file of the commit".into() };
        let Some(Content::Blob(blob)) = content else { return Err(lost()) };
        let file = self.file(*blob, &path)?;
        let first = model.ids().find(|&id| model.entity(id).file == model.entity(old).file);
        let id = EntityId(old.0 - first.map_or(0, |first| first.0));
        Ok(Version { file, id })
    }

    /// The element that a query denotes in a commit.
    pub(super) fn find(&mut self, commit: ObjectId, query: &Query) -> Result<Version> {
        match query {
            Query::Place { path, line } => self.find_place(commit, path, *line, query),
            Query::Key(key) => self.find_key(commit, key, query),
        }
    }

    fn find_place(&mut self, commit: ObjectId, path: &FilePath, line: u32, query: &Query) -> Result<Version> {
        let tree = self.handle.links(commit)?.tree;
        let Some(blob) = self.handle.blob_at(tree, path)? else {
            let all = self.handle.paths_of(commit)?;
            let same_name = all.iter().filter(|p| p.file_name() == path.file_name());
            let near = same_name.map(ToString::to_string).collect();
            return Err(missing(format!("there is no file '{path}' in {commit}"), near));
        };
        if !self.handle.languages.reads(path) {
            return Err(missing(format!("'{path}' is of a language that is not read"), Vec::new()));
        }
        let file = self.file(blob, path)?;
        // A line in the comment above an element denotes the element.
        let line_of =
            |byte: u32| memchr::memchr_iter(b'\n', &file.text()[..byte as usize]).count() as u32 + 1;
        let below = file.model().ids().map(|id| Version { file: file.clone(), id }).find(|version| {
            let start = file.model().span(version.id).start;
            let comment = start_with_comment(file.model(), version.id, file.text());
            comment < start && (line_of(comment)..line_of(start)).contains(&line)
        });
        if let Some(version) = below {
            return Ok(version);
        }
        if let Some(&id) = file.side.asked(query).first() {
            return Ok(Version { file, id });
        }
        let lines = Text::new(file.text().into()).len() as u32;
        let what = if line == 0 || line > lines {
            format!("'{path}' has {lines} lines, and no line {line}")
        } else {
            format!("no type, method or field stands in line {line} of '{path}'")
        };
        let mut near: Vec<(u32, String)> = file
            .model()
            .ids()
            .map(|id| file.side.element(id))
            .map(|e| (e.start_line.abs_diff(line), format!("{}:{} {}", e.file, e.start_line, e.key)))
            .collect();
        near.sort();
        Err(missing(what, near.into_iter().map(|(_, text)| text).collect()))
    }

    /// Searches for a key in files named like a part of it, where most elements are; then in all files.
    fn find_key(&mut self, commit: ObjectId, key: &str, query: &Query) -> Result<Version> {
        let tree = self.handle.links(commit)?.tree;
        let words: Vec<&str> = key.split(['.', '(', ')', ',']).collect();
        let stem = |path: &FilePath| {
            let name = path.file_name();
            let end = name.iter().rposition(|&b| b == b'.').unwrap_or(name.len());
            String::from_utf8_lossy(&name[..end]).into_owned()
        };
        let paths = self.handle.paths_of(commit)?.into_iter();
        let all: Vec<FilePath> = paths.filter(|path| self.handle.languages.reads(path)).collect();
        let (likely, others): (Vec<FilePath>, Vec<FilePath>) =
            all.into_iter().partition(|path| words.contains(&stem(path).as_str()));
        for paths in [likely, others] {
            let mut found: Vec<Version> = Vec::new();
            for path in paths {
                let Some(blob) = self.handle.blob_at(tree, &path)? else { continue };
                let Ok(file) = self.file(blob, &path) else { continue };
                found.extend(file.side.asked(query).into_iter().map(|id| Version { file: file.clone(), id }));
            }
            // A complete key denotes exactly that element, even if other keys end with it.
            let exact: Vec<&Version> = found.iter().filter(|v| v.model().key(v.id) == *key).collect();
            match (exact.as_slice(), found.as_slice()) {
                ([one], _) => return Ok((*one).clone()),
                (_, [one]) => return Ok(one.clone()),
                (_, []) => {}
                _ => {
                    let line = |v: &Version| {
                        let e = v.element();
                        format!("{}:{} {}", e.file, e.start_line, e.key)
                    };
                    let near = found.iter().map(line).collect();
                    return Err(missing(
                        format!("'{key}' means several elements; name one as FILE:LINE"),
                        near,
                    ));
                }
            }
        }
        Err(missing(format!("there is no element '{key}' in {commit}"), Vec::new()))
    }
}

fn missing(what: String, near: Vec<String>) -> Error {
    Error::NoSuchElement { what, near: near.into_iter().take(LISTED).collect() }
}

/// The element of a file in a model that contains other files as well.
fn placed(model: &Model, version: &Version) -> Option<EntityId> {
    let first = model.ids().find(|&id| *model.path(id) == version.file.path)?;
    let id = EntityId(first.0 + version.id.0);
    let fits = (id.index() < model.len()) && *model.path(id) == version.file.path;
    fits.then_some(id)
}

impl std::fmt::Debug for History {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("History")
            .field("open", &self.open.iter().map(|p| p.commit).collect::<Vec<_>>())
            .finish_non_exhaustive()
    }
}
