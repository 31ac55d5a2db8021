//! Who wrote each line of a file: like `git blame`, but through moved, renamed, extracted, inlined or pulled-up code.
//!
//! Lines are passed from a commit to its parents. Lines that a parent has at the same path, or under the file's old
//! name, are passed on as in git, but only within the same element (`elements`): an annotation of one method is not
//! that of another because it looks the same. The remaining lines were written or moved here: the commit is compared
//! with its first parent, and a line continues in the element that it came with (`moved`). Pure refactoring commits
//! can be skipped entirely (`pure`).

mod brackets;
mod elements;
mod moved;
mod pure;

use crate::compare::{Comparer, Options, SourceText};
use crate::error::{Error, Result};
use crate::git::{Content, Endpoint, Handle, ObjectId, Repository};
use crate::lang::UnitStore;
use crate::lines::{self, Text};
use crate::model::{FilePath, Symbol};
use crate::pairing::pair_files;
use crate::report::Incomplete;
use brackets::Closings;
use elements::{Elements, Namesakes};
use pure::Judge;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

/// The memory for units in a walk.
const STORE: usize = 32 << 20;

/// How many files are cached with their elements: a step uses the same ones as the previous step.
const FILES: usize = 8;

/// With this many letters and digits, equal lines count as the same, as in `git blame -M`.
const TELLING: usize = 20;

/// How to blame.
#[derive(Clone, Default)]
#[non_exhaustive]
pub struct BlameOptions {
    /// How commits are compared.
    pub compare: Options,
    /// The first and the last requested line, from 1.
    pub range: Option<(usize, usize)>,
    /// Ignore changes of whitespace.
    pub ignore_whitespace: bool,
    /// The text of the file, if it differs from the commit: lines that the commit lacks are not committed yet.
    pub contents: Option<Arc<[u8]>>,
    /// Skip pure refactoring commits: a line continues in the line that it was made from, even if their texts differ.
    pub ignore_pure: bool,
}

/// A line, and where it comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct BlamedLine {
    /// Its number in the file, from 1.
    pub line: usize,
    /// The commit that wrote it; `None` if it is not committed yet.
    pub commit: Option<ObjectId>,
    /// Its path in that commit.
    pub path: FilePath,
    /// Its number in that file, from 1.
    pub origin_line: usize,
    /// Whether the commit has no parents here, so that the line may be older.
    pub boundary: bool,
    /// The parent of the commit and the file's path there, if it exists there.
    pub previous: Option<(ObjectId, FilePath)>,
    /// The refactorings it went through, newest first: the commit, and what happened.
    pub via: Vec<(ObjectId, String)>,
}

/// The result for a file.
#[derive(Debug)]
#[non_exhaustive]
pub struct Blame {
    /// The requested lines, in order.
    pub lines: Vec<BlamedLine>,
    /// The text of the file.
    pub text: Arc<[u8]>,
    /// What could not be read.
    pub incomplete: Vec<Incomplete>,
}

/// A line being traced: its number in the final file, its number in the current file, both from 0, and the
/// refactorings on the way.
#[derive(Clone, Debug)]
struct Wanted {
    last: usize,
    line: usize,
    via: Arc<Vec<(ObjectId, String)>>,
}

/// A reason why an equal line may not be the same line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Doubt {
    None,
    /// It belongs to another element.
    Elsewhere,
    /// It belongs to another element, but that element still has it: this line is a copy.
    Copied,
}

/// The lines of a file that a commit may have written.
type Suspects = BTreeMap<FilePath, Vec<Wanted>>;

struct Walk {
    handle: Handle,
    comparer: Comparer,
    ignore_whitespace: bool,
    /// Decides whether a commit is a pure refactoring, if requested.
    judge: Option<Judge>,
    /// Commits by time, oldest first, so that all lines that lead to a commit are collected before it is visited.
    order: BTreeSet<(i64, ObjectId)>,
    suspects: HashMap<ObjectId, Suspects>,
    found: BTreeMap<usize, BlamedLine>,
    /// Files with their elements, by blob and path.
    files: HashMap<(ObjectId, FilePath), Arc<Elements>>,
    incomplete: Vec<Incomplete>,
}

impl Repository {
    /// Who wrote each line of a file, as of a commit.
    pub fn blame(&self, commit: ObjectId, path: &FilePath, mut options: BlameOptions) -> Result<Blame> {
        options.compare.store.get_or_insert_with(|| Arc::new(UnitStore::new(STORE)));
        let mut walk = Walk {
            handle: self.handle(),
            comparer: Comparer::new(options.compare.clone()),
            ignore_whitespace: options.ignore_whitespace,
            judge: options.ignore_pure.then(|| Judge::new(self, &options.compare)),
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

    /// Takes out lines that the commit lacks: uncommitted ones.
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
        let same = self.same_lines(&committed.unwrap_or_else(|| Arc::from(&b""[..])), text);
        let (passed, left): (Vec<Wanted>, Vec<Wanted>) =
            wanted.into_iter().partition(|w| same.get(w.line).copied().flatten().is_some());
        let passed =
            passed.into_iter().map(|w| Wanted { line: same[w.line].unwrap_or_default(), ..w }).collect();
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

    /// Passes lines to a commit.
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

    /// Passes the lines of a file to the parents of a commit; the remaining lines are the commit's own.
    fn commit(&mut self, commit: ObjectId, path: &FilePath, mut wanted: Vec<Wanted>) -> Result<()> {
        let links = self.handle.links(commit)?;
        let own = self.handle.blob_at(links.tree, path)?;
        let Some(blob) = own else { return Ok(()) };
        let mut previous = None;
        // A parent with the identical file takes all lines.
        for &parent in &links.parents {
            let tree = self.handle.links(parent)?.tree;
            if self.handle.blob_at(tree, path)? == Some(blob) {
                return self.pass(parent, path, wanted);
            }
        }
        let text = self.read(blob, path)?;
        let alone = links.parents.len() == 1;
        for &parent in &links.parents {
            let Some((there, old)) = self.file_before(parent, commit, path, &text)? else {
                if alone {
                    wanted = self.follow(commit, parent, path, wanted)?;
                    wanted = self.pass_over(commit, parent, path, wanted)?;
                }
                continue;
            };
            previous.get_or_insert((parent, there.clone()));
            let mut same = self.same_lines(&old, &text);
            if alone {
                self.mend_closings((parent, &there), (commit, path), &mut same)?;
            }
            // A merge writes little, and its parents are compared line by line.
            let doubts = match alone {
                true => self.doubts((parent, &there), (commit, path), &same)?,
                false => vec![Doubt::None; same.len()],
            };
            let (mut passed, mut left) = (Vec::new(), Vec::new());
            for wanted in wanted {
                match same.get(wanted.line).copied().flatten().filter(|_| doubts[wanted.line] == Doubt::None)
                {
                    Some(line) => passed.push(Wanted { line, ..wanted }),
                    None => left.push(wanted),
                }
            }
            if alone {
                left = self.follow(commit, parent, path, left)?;
                // A line that moved with no element is still the same if it is more than punctuation or an
                // annotation.
                let telling = telling(&text, &same, &doubts);
                for wanted in std::mem::take(&mut left) {
                    match same[wanted.line].filter(|_| telling[wanted.line]) {
                        Some(line) => passed.push(Wanted { line, ..wanted }),
                        None => left.push(wanted),
                    }
                }
                left = self.pass_over(commit, parent, path, left)?;
            }
            self.pass(parent, &there, passed)?;
            wanted = left;
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

    /// A file of a commit with its elements; `None` for other languages.
    fn elements(&mut self, commit: ObjectId, path: &FilePath) -> Result<Option<Arc<Elements>>> {
        if !self.handle.languages.reads(path) {
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

    /// The previous file: at the same path, or under its old name.
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
        // All added files take part: another one may be more similar to a removed file.
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

    /// For each line of a text the same line of an older text.
    fn same_lines(&self, old: &Arc<[u8]>, new: &Arc<[u8]>) -> Vec<Option<usize>> {
        let (before, after) = (Text::new(old.clone()), Text::new(new.clone()));
        let mut same: Vec<Option<usize>> = vec![None; after.len()];
        if self.ignore_whitespace {
            let all = |text: &Text| (0..text.len()).collect::<Vec<usize>>();
            let sides = ((&before, &all(&before)[..]), (&after, &all(&after)[..]));
            for (x, y) in lines::common_lines(sides.0, sides.1, dense_line) {
                same[y] = Some(x);
            }
            return same;
        }
        let (mut i, mut j) = (0, 0);
        let end = (before.len()..before.len(), after.len()..after.len());
        for (removed, added) in lines::differences(&before, &after).into_iter().chain([end]) {
            for (x, y) in (i..removed.start).zip(j..added.start) {
                same[y] = Some(x);
            }
            (i, j) = (removed.end, added.end);
        }
        same
    }

    /// Lets lines that only close something go with the lines that opened it.
    fn mend_closings(
        &mut self,
        (parent, there): (ObjectId, &FilePath),
        (commit, path): (ObjectId, &FilePath),
        same: &mut [Option<usize>],
    ) -> Result<()> {
        let (Some(old), Some(new)) = (self.elements(parent, there)?, self.elements(commit, path)?) else {
            return Ok(());
        };
        let numbered = same.iter().enumerate();
        let mut known: HashMap<usize, usize> =
            numbered.filter_map(|(line, &before)| Some((line, before?))).collect();
        Closings::mend(&old.closings, &new.closings, &mut known);
        for (line, before) in same.iter_mut().enumerate() {
            *before = known.get(&line).copied();
        }
        Ok(())
    }

    /// Which lines equal lines of another element.
    fn doubts(
        &mut self,
        (parent, there): (ObjectId, &FilePath),
        (commit, path): (ObjectId, &FilePath),
        same: &[Option<usize>],
    ) -> Result<Vec<Doubt>> {
        let (Some(old), Some(new)) = (self.elements(parent, there)?, self.elements(commit, path)?) else {
            return Ok(vec![Doubt::None; same.len()]);
        };
        let mut namesakes = Namesakes::new(&old, &new);
        let doubt = |(after, before): (usize, &Option<usize>)| match before {
            Some(before) if namesakes.belong_together(*before, after) => Doubt::None,
            Some(before) if namesakes.still_has(*before) => Doubt::Copied,
            Some(_) => Doubt::Elsewhere,
            None => Doubt::None,
        };
        Ok(same.iter().enumerate().map(doubt).collect())
    }
}

/// Which doubtful lines are in a long enough run to be the same lines: in the same order, without other lines in
/// between.
fn telling(text: &Arc<[u8]>, same: &[Option<usize>], doubts: &[Doubt]) -> Vec<bool> {
    let text = Text::new(text.clone());
    let mut telling = vec![false; same.len()];
    let follows = |x: usize, y: usize| {
        [doubts[x], doubts[y]] == [Doubt::Elsewhere; 2]
            && same[x].zip(same[y]).is_some_and(|(one, two)| one + 1 == two)
    };
    let numbers: Vec<usize> = (0..same.len()).collect();
    for run in numbers.chunk_by(|&x, &y| follows(x, y)) {
        let letters = |&line: &usize| text.line(line).iter().filter(|b| b.is_ascii_alphanumeric()).count();
        let elsewhere = doubts[run[0]] == Doubt::Elsewhere;
        if elsewhere && run.iter().map(letters).sum::<usize>() >= TELLING {
            run.iter().for_each(|&line| telling[line] = true);
        }
    }
    telling
}

/// A line of a text, identified by its content.
fn exact_line(text: &Text, line: usize) -> Symbol {
    Symbol::of(text.line(line))
}

/// The same, ignoring blanks.
fn dense_line(text: &Text, line: usize) -> Symbol {
    let dense: Vec<u8> = text.line(line).iter().copied().filter(|b| !b.is_ascii_whitespace()).collect();
    Symbol::of(dense)
}
