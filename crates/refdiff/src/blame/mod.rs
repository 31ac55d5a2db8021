//! Who wrote each line of a file: as `git blame`, and through code that was moved, renamed, extracted, inlined or pulled up.
//!
//! Lines go from a commit to its parents. Those that a parent has at the same path, or under the name that the file had there,
//! are passed on as git does it, but from one element to the same one only (`elements`): an annotation is not that of another
//! method because it looks the same. What is left was written or moved here: the commit is compared with its first parent, and
//! a line goes on into the element that it came with (`moved`).

mod elements;
mod moved;

use crate::compare::{Comparer, Options, SourceText};
use crate::error::{Error, Result};
use crate::git::{Content, Endpoint, Handle, ObjectId, Repository};
use crate::lang::UnitStore;
use crate::lines::{self, Text};
use crate::model::{FilePath, Symbol};
use crate::pairing::pair_files;
use crate::report::Incomplete;
use elements::{Elements, Namesakes};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

/// The bytes of units that a walk keeps.
const STORE: usize = 32 << 20;

/// So many files are kept with their elements: a step looks at the same ones as the step before it.
const FILES: usize = 8;

/// How to blame.
#[derive(Clone, Default)]
#[non_exhaustive]
pub struct BlameOptions {
    /// How commits are compared.
    pub compare: Options,
    /// The first and the last line that are asked for, from 1.
    pub range: Option<(usize, usize)>,
    /// Pass over changes of blanks alone.
    pub ignore_whitespace: bool,
    /// The text of the file, if it is not the commit's: what the commit has not is not committed yet.
    pub contents: Option<Arc<[u8]>>,
}

/// A line, and where it comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct BlamedLine {
    /// Its number in the file, from 1.
    pub line: usize,
    /// The commit that wrote it; none where it is not committed yet.
    pub commit: Option<ObjectId>,
    /// The path that it had there.
    pub path: FilePath,
    /// Its number in that file, from 1.
    pub origin_line: usize,
    /// Whether the commit has no parents here, so that the line may be older.
    pub boundary: bool,
    /// The parent of the commit with the path that the file has there, where it is there.
    pub previous: Option<(ObjectId, FilePath)>,
    /// By which refactorings it came, newest first: the commit, and what happened.
    pub via: Vec<(ObjectId, String)>,
}

/// What is known of a file's lines.
#[derive(Debug)]
#[non_exhaustive]
pub struct Blame {
    /// The lines that were asked for, in order.
    pub lines: Vec<BlamedLine>,
    /// The text of the file.
    pub text: Arc<[u8]>,
    /// What could not be read on the way.
    pub incomplete: Vec<Incomplete>,
}

/// A line that is looked for: its number in the final file, its number in the file that is looked at, both from 0, and how it
/// came there.
#[derive(Clone, Debug)]
struct Wanted {
    last: usize,
    line: usize,
    via: Arc<Vec<(ObjectId, String)>>,
}

/// The lines of a file that a commit may have written.
type Suspects = BTreeMap<FilePath, Vec<Wanted>>;

struct Walk {
    handle: Handle,
    comparer: Comparer,
    ignore_whitespace: bool,
    /// Commits by their time, oldest first, so that all lines that lead to one are there when it is looked at.
    order: BTreeSet<(i64, ObjectId)>,
    suspects: HashMap<ObjectId, Suspects>,
    found: BTreeMap<usize, BlamedLine>,
    /// Files with their elements, by blob and path.
    files: HashMap<(ObjectId, FilePath), Arc<Elements>>,
    incomplete: Vec<Incomplete>,
}

impl Repository {
    /// Who wrote each line of a file, as it is in a commit.
    pub fn blame(&self, commit: ObjectId, path: &FilePath, mut options: BlameOptions) -> Result<Blame> {
        options.compare.store.get_or_insert_with(|| Arc::new(UnitStore::new(STORE)));
        let mut walk = Walk {
            handle: self.handle(),
            comparer: Comparer::new(options.compare.clone()),
            ignore_whitespace: options.ignore_whitespace,
            order: BTreeSet::new(),
            suspects: HashMap::new(),
            found: BTreeMap::new(),
            files: HashMap::new(),
            incomplete: Vec::new(),
        };
        let committed = walk.text_at(commit, path)?;
        let text = match options.contents.or_else(|| committed.clone()) {
            Some(text) => text,
            None => {
                let what = format!("there is no file '{path}' in {commit}");
                let all = walk.handle.paths_of(commit)?;
                let near = all.iter().filter(|p| p.file_name() == path.file_name()).take(8);
                return Err(Error::NoSuchElement { what, near: near.map(ToString::to_string).collect() });
            }
        };
        let lines = Text::new(text.clone()).len();
        let (first, last) = options.range.unwrap_or((1, lines.max(1)));
        if lines > 0 && (first > lines || first == 0) {
            let what = format!("'{path}' has {lines} lines, and no line {first}");
            return Err(Error::NoSuchElement { what, near: Vec::new() });
        }
        let asked = first.saturating_sub(1)..last.min(lines);
        let none = Arc::new(Vec::new());
        let wanted = asked.map(|line| Wanted { last: line, line, via: none.clone() });
        let wanted = walk.take_uncommitted(path, &text, committed, wanted.collect());
        walk.pass(commit, path, wanted)?;
        walk.run()?;
        let Walk { found, incomplete, .. } = walk;
        Ok(Blame { lines: found.into_values().collect(), text, incomplete })
    }
}

impl Walk {
    fn text_at(&self, commit: ObjectId, path: &FilePath) -> Result<Option<Arc<[u8]>>> {
        let tree = self.handle.links(commit)?.tree;
        let Some(blob) = self.handle.blob_at(tree, path)? else { return Ok(None) };
        self.read(blob, path).map(Some)
    }

    fn read(&self, blob: ObjectId, path: &FilePath) -> Result<Arc<[u8]>> {
        self.handle
            .read(&Content::Blob(blob))
            .map_err(|lost| Error::Object { what: path.to_string(), reason: lost.0 })
    }

    /// Lines that the commit has not are nobody's yet.
    fn take_uncommitted(
        &mut self,
        path: &FilePath,
        text: &Arc<[u8]>,
        committed: Option<Arc<[u8]>>,
        wanted: Vec<Wanted>,
    ) -> Vec<Wanted> {
        if committed.as_ref() == Some(text) {
            return wanted;
        }
        let (passed, left) = self.divide(&committed.unwrap_or_else(|| Arc::from(&b""[..])), text, wanted);
        for wanted in left {
            self.found.insert(
                wanted.last,
                BlamedLine {
                    line: wanted.last + 1,
                    commit: None,
                    path: path.clone(),
                    origin_line: wanted.line + 1,
                    boundary: false,
                    previous: None,
                    via: Vec::new(),
                },
            );
        }
        passed
    }

    /// Hands lines to a commit.
    fn pass(&mut self, commit: ObjectId, path: &FilePath, mut wanted: Vec<Wanted>) -> Result<()> {
        if wanted.is_empty() {
            return Ok(());
        }
        let suspects = self.suspects.entry(commit).or_default();
        if suspects.is_empty() {
            let time = self.handle.links(commit)?.time;
            self.order.insert((time, commit));
        }
        suspects.entry(path.clone()).or_default().append(&mut wanted);
        Ok(())
    }

    fn run(&mut self) -> Result<()> {
        while let Some((_, commit)) = self.order.pop_last() {
            for (path, wanted) in self.suspects.remove(&commit).unwrap_or_default() {
                self.commit(commit, &path, wanted)?;
            }
        }
        Ok(())
    }

    /// Passes the lines of a file on to the parents of a commit; what is left is the commit's own.
    fn commit(&mut self, commit: ObjectId, path: &FilePath, mut wanted: Vec<Wanted>) -> Result<()> {
        let links = self.handle.links(commit)?;
        let own = self.handle.blob_at(links.tree, path)?;
        let Some(blob) = own else { return Ok(()) };
        let mut previous = None;
        // A parent that has the very file takes it all.
        for &parent in &links.parents {
            let tree = self.handle.links(parent)?.tree;
            if self.handle.blob_at(tree, path)? == Some(blob) {
                return self.pass(parent, path, wanted);
            }
        }
        let text = self.read(blob, path)?;
        let alone = links.parents.len() == 1;
        for &parent in &links.parents {
            let Some((there, old)) = self.file_before(parent, commit, path, &text)? else { continue };
            previous.get_or_insert((parent, there.clone()));
            let numbers: HashMap<usize, usize> = wanted.iter().map(|w| (w.last, w.line)).collect();
            let (mut passed, mut left) = self.divide(&old, &text, wanted);
            // A merge writes little, and what its parents have is compared line by line.
            if alone {
                let old = self.elements(parent, &there)?;
                let new = self.elements(commit, path)?;
                if let (Some(old), Some(new)) = (old, new) {
                    let mut same = Namesakes::new(&old, &new);
                    let fits = |w: &Wanted| same.belong_together(w.line, numbers[&w.last]);
                    let (sure, unsure): (Vec<Wanted>, Vec<Wanted>) = passed.into_iter().partition(fits);
                    passed = sure;
                    left.extend(unsure.into_iter().map(|w| Wanted { line: numbers[&w.last], ..w }));
                }
            }
            self.pass(parent, &there, passed)?;
            wanted = left;
        }
        if let (&[parent], false) = (links.parents.as_slice(), wanted.is_empty()) {
            wanted = self.follow(commit, parent, path, wanted)?;
        }
        for Wanted { last, line, via } in wanted {
            self.found.insert(
                last,
                BlamedLine {
                    line: last + 1,
                    commit: Some(commit),
                    path: path.clone(),
                    origin_line: line + 1,
                    boundary: links.parents.is_empty(),
                    previous: previous.clone(),
                    via: via.as_ref().clone(),
                },
            );
        }
        Ok(())
    }

    /// A file of a commit with its elements; `None` where it is of another language.
    fn elements(&mut self, commit: ObjectId, path: &FilePath) -> Result<Option<Arc<Elements>>> {
        if crate::lang::language_of(path).is_none() {
            return Ok(None);
        }
        let tree = self.handle.links(commit)?.tree;
        let Some(blob) = self.handle.blob_at(tree, path)? else { return Ok(None) };
        let key = (blob, path.clone());
        if let Some(known) = self.files.get(&key) {
            return Ok(Some(known.clone()));
        }
        let text = self.read(blob, path)?;
        let side = self.comparer.read_one(&SourceText { path: path.clone(), text })?;
        let elements = Arc::new(Elements::new(blob, path, side));
        if self.files.len() >= FILES {
            self.files.clear();
        }
        self.files.insert(key, elements.clone());
        Ok(Some(elements))
    }

    /// The file before: at the same path, or under the name that it had.
    fn file_before(
        &self,
        parent: ObjectId,
        commit: ObjectId,
        path: &FilePath,
        text: &[u8],
    ) -> Result<Option<(FilePath, Arc<[u8]>)>> {
        if let Some(text) = self.text_at(parent, path)? {
            return Ok(Some((path.clone(), text)));
        }
        let changes = self.handle.changes(Endpoint::Tree(parent), Endpoint::Tree(commit))?;
        let mut gone: Vec<(FilePath, Arc<[u8]>)> = Vec::new();
        for file in changes.files.iter().filter(|f| f.after.is_none()) {
            if let Some(Ok(text)) = file.before.as_ref().map(|content| self.handle.read(content)) {
                gone.push((file.path.clone(), text));
            }
        }
        // All files that came take part: another one may be more like what is gone.
        let mut came: Vec<Arc<[u8]>> = vec![Arc::from(text)];
        for file in changes.files.iter().filter(|f| f.before.is_none() && f.path != *path) {
            if let Some(Ok(text)) = file.after.as_ref().map(|content| self.handle.read(content)) {
                came.push(text);
            }
        }
        let old: Vec<(u32, &[u8])> = gone.iter().enumerate().map(|(i, f)| (i as u32, &f.1[..])).collect();
        let new: Vec<(u32, &[u8])> = came.iter().enumerate().map(|(i, t)| (i as u32, &t[..])).collect();
        let pair = pair_files(&old, &new).into_iter().find(|pair| pair.after == 0);
        Ok(pair.map(|pair| gone.swap_remove(pair.before as usize)))
    }

    /// Divides lines into those that an older text has, with their numbers there, and those that it has not.
    fn divide(&self, old: &Arc<[u8]>, new: &Arc<[u8]>, wanted: Vec<Wanted>) -> (Vec<Wanted>, Vec<Wanted>) {
        let (before, after) = (Text::new(old.clone()), Text::new(new.clone()));
        let mut same: Vec<Option<usize>> = vec![None; after.len()];
        if self.ignore_whitespace {
            let dense = |text: &Text| (0..text.len()).map(|line| dense_line(text, line)).collect::<Vec<_>>();
            for (x, y) in lines::common(&dense(&before), &dense(&after)) {
                same[y] = Some(x);
            }
        } else {
            let (mut i, mut j) = (0, 0);
            let end = (before.len()..before.len(), after.len()..after.len());
            for (removed, added) in lines::differences(&before, &after).into_iter().chain([end]) {
                for (x, y) in (i..removed.start).zip(j..added.start) {
                    same[y] = Some(x);
                }
                (i, j) = (removed.end, added.end);
            }
        }
        let (mut passed, mut left) = (Vec::new(), Vec::new());
        for wanted in wanted {
            match same.get(wanted.line).copied().flatten() {
                Some(line) => passed.push(Wanted { line, ..wanted }),
                None => left.push(wanted),
            }
        }
        (passed, left)
    }
}

/// A line of a text, by what it says.
fn exact_line(text: &Text, line: usize) -> Symbol {
    Symbol::of(text.line(line))
}

/// The same without blanks.
fn dense_line(text: &Text, line: usize) -> Symbol {
    let dense: Vec<u8> = text.line(line).iter().copied().filter(|b| !b.is_ascii_whitespace()).collect();
    Symbol::of(dense)
}
