//! The history of an element: the commits in which it changed, back to the one that introduced it.
//!
//! From a commit the walk goes to the parent that has the same element. It reads only what it needs:
//! 1. the blob at the element's path: if a parent has the same blob, nothing happened (`git::lookup`);
//! 2. the element of the same name in that file (`version`);
//! 3. a removed file with the same blob, then a removed file with the same name (`search`);
//! 4. the comparison of the whole commit.
//!
//! A merge counts only if no parent has the same element; it is then a step relative to its first parent. Of several
//! parents with the same element the first is followed; with [`HistoryOptions::full_history`], all that have it under
//! its name. `changes` determines what happened between two versions.

mod changes;
mod search;
mod version;

pub use changes::ElementChange;

use crate::compare::{Comparer, Options, SourceText};
use crate::error::{Error, Result};
use crate::git::{Commit, Content, Handle, ObjectId, Repository};
use crate::lang::UnitStore;
use crate::model::{EntityId, FilePath};
use crate::report::{Element, Incomplete, Query};
use serde::Serialize;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
pub(crate) use version::{File, Version};

/// The memory for units in a walk: most members of a file are unchanged from one commit to the next.
const STORE: usize = 32 << 20;

/// How many versions of files are cached: a step uses the same ones as the previous step.
const FILES: usize = 8;

/// How to follow an element.
#[derive(Clone, Default)]
#[non_exhaustive]
pub struct HistoryOptions {
    /// How commits are compared if the element is not found otherwise.
    pub compare: Options,
    /// Continue with the method from which an extracted method's code came.
    pub follow_origin: bool,
    /// Follow every parent of a merge that has the element, not only the first one that has the same.
    pub full_history: bool,
}

/// What happened to an element in one commit.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Step {
    /// The commit.
    #[serde(flatten)]
    pub commit: CommitInfo,
    /// The parent that it was compared with; none for a root commit.
    pub parent: Option<String>,
    /// What happened, in the order of the enumeration; never empty.
    pub changes: Vec<ElementChange>,
    /// The element before, if it existed.
    pub before: Option<Element>,
    /// The element after.
    pub after: Element,
    /// The methods that contained its code, if it was extracted, or that were inlined into it.
    pub origins: Vec<Element>,
    /// What could not be read up to this step.
    pub incomplete: Vec<Incomplete>,
}

/// A commit, as a step shows it.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
#[allow(missing_docs)]
pub struct CommitInfo {
    pub commit: String,
    pub author: crate::report::Person,
    pub committer: crate::report::Person,
    pub subject: String,
    /// When it was committed, in seconds since 1970.
    #[serde(skip)]
    pub time: i64,
}

impl From<Commit> for CommitInfo {
    fn from(commit: Commit) -> Self {
        CommitInfo {
            commit: commit.id.to_string(),
            author: commit.author,
            committer: commit.committer,
            subject: commit.subject,
            time: commit.time,
        }
    }
}

impl Step {
    /// Whether the program is unchanged: only comments above the element and layout changed.
    pub fn is_minor(&self) -> bool {
        self.changes.iter().all(|change| change.is_minor())
    }
}

/// A position of the walk: a commit, and the element in it.
struct Position {
    commit: ObjectId,
    version: Version,
    /// The commit time, for ordering several open positions.
    time: i64,
}

/// The commits in which an element changed, newest first.
///
/// ```no_run
/// use refdiff::git::Repository;
/// use refdiff::{History, HistoryOptions, Query};
///
/// let repository = Repository::open(".".as_ref())?;
/// let start = repository.commit("HEAD")?;
/// for step in History::new(&repository, start, &Query::parse("src/Cart.java:12"), HistoryOptions::default())? {
///     let step = step?;
///     println!("{} {:?} {}", step.commit.commit, step.changes, step.after.key);
/// }
/// # Ok::<(), refdiff::Error>(())
/// ```
pub struct History {
    handle: Handle,
    comparer: Comparer,
    options: HistoryOptions,
    files: HashMap<(ObjectId, FilePath), Arc<File>>,
    /// Where to continue: one position, or several after a merge all of whose parents are followed.
    open: Vec<Position>,
    seen: HashSet<(ObjectId, FilePath, EntityId)>,
    incomplete: Vec<Incomplete>,
}

impl History {
    /// The history of the element that a query denotes in a commit. It is an error if there is none, or several.
    pub fn new(
        repository: &Repository,
        start: ObjectId,
        query: &Query,
        mut options: HistoryOptions,
    ) -> Result<Self> {
        options.compare.store.get_or_insert_with(|| Arc::new(UnitStore::new(STORE)));
        let mut history = History {
            handle: repository.handle(),
            comparer: Comparer::new(options.compare.clone()),
            options,
            files: HashMap::new(),
            open: Vec::new(),
            seen: HashSet::new(),
            incomplete: Vec::new(),
        };
        let version = history.find(start, query)?;
        history.go_on(start, version)?;
        Ok(history)
    }

    /// The current element of the walk: the requested one, before the first step.
    pub fn element(&self) -> Option<Element> {
        self.open.first().map(|position| position.version.element())
    }

    /// Adds a position for the element in a commit, once.
    fn go_on(&mut self, commit: ObjectId, version: Version) -> Result<()> {
        if self.options.full_history && !self.seen.insert((commit, version.file.path.clone(), version.id)) {
            return Ok(());
        }
        let time = self.handle.links(commit)?.time;
        self.open.push(Position { commit, version, time });
        Ok(())
    }

    /// The newest open position; among several of the same second the one that was found first.
    fn newest(&mut self) -> Option<Position> {
        let at = (0..self.open.len()).min_by_key(|&at| std::cmp::Reverse(self.open[at].time))?;
        Some(self.open.remove(at))
    }

    /// A file of some commit, read once.
    fn file(&mut self, blob: ObjectId, path: &FilePath) -> Result<Arc<File>> {
        let key = (blob, path.clone());
        if let Some(known) = self.files.get(&key) {
            return Ok(known.clone());
        }
        let text = self
            .handle
            .read(&Content::Blob(blob))
            .map_err(|lost| Error::Object { what: format!("{path}"), reason: lost.0 })?;
        let side = self.comparer.read_one(&SourceText { path: path.clone(), text })?;
        let file = Arc::new(File { path: path.clone(), blob, side });
        if self.files.len() >= FILES {
            self.files.clear();
        }
        self.files.insert(key, file.clone());
        Ok(file)
    }

    /// Walks from commit to commit until something happened.
    fn step(&mut self) -> Result<Option<Step>> {
        while let Some(Position { commit, version, .. }) = self.newest() {
            let links = self.handle.links(commit)?;
            if links.parents.is_empty() {
                if links.shallow {
                    let reason =
                        "the history goes on, but not in this shallow clone; git fetch --unshallow brings it";
                    self.incomplete.push(Incomplete { file: commit.to_string(), reason: reason.into() });
                }
                return self.introduced(commit, None, &version, Vec::new()).map(Some);
            }
            let mut candidates: Vec<(ObjectId, Version)> = Vec::new();
            let mut same = None;
            for &parent in &links.parents {
                let tree = self.handle.links(parent)?.tree;
                match self.handle.blob_at(tree, &version.file.path)? {
                    Some(blob) if blob == version.file.blob && self.options.full_history => {
                        same.get_or_insert((parent, version.clone()));
                        candidates.push((parent, version.clone()));
                    }
                    Some(blob) if blob == version.file.blob => {
                        same = Some((parent, version.clone()));
                        break;
                    }
                    Some(blob) => {
                        let file = self.file(blob, &version.file.path)?;
                        candidates.extend(version.in_file(&file).map(|found| (parent, found)));
                    }
                    None => {}
                }
            }
            // For a merge, the parent with the same element is followed; comments above it may differ.
            if same.is_none() && links.parents.len() > 1 {
                same = candidates
                    .iter()
                    .find(|(_, found)| {
                        changes::changes(found, &version, false).iter().all(|change| change.is_minor())
                    })
                    .cloned();
            }
            if self.options.full_history && links.parents.len() > 1 {
                for (parent, version) in &candidates {
                    self.go_on(*parent, version.clone())?;
                }
                if same.is_some() {
                    continue;
                }
            }
            if let Some((parent, version)) = same {
                self.go_on(parent, version)?;
                continue;
            }
            let (parent, before, moved) = match candidates.into_iter().next() {
                Some((parent, found)) => (parent, found, false),
                None => match self.search(&links.parents, commit, &version)? {
                    search::Found::At { parent, version, moved } => (parent, version, moved),
                    search::Found::Nowhere { origins } => {
                        return self.introduced(commit, Some(links.parents[0]), &version, origins).map(Some);
                    }
                },
            };
            let mut changes = changes::changes(&before, &version, moved);
            self.go_on(parent, before.clone())?;
            if changes.is_empty() {
                continue;
            }
            let mut origins = Vec::new();
            if changes.contains(&ElementChange::Body) && changes::lost_callees(&before, &version) {
                origins = self.inlined(parent, commit, &version)?;
                if !origins.is_empty() {
                    changes.push(ElementChange::Inlined);
                    changes.sort_unstable();
                }
            }
            return Ok(Some(Step {
                commit: self.handle.commit(commit)?.into(),
                parent: Some(parent.to_string()),
                changes,
                before: Some(before.element()),
                after: version.element(),
                origins: origins.iter().map(Version::element).collect(),
                incomplete: std::mem::take(&mut self.incomplete),
            }));
        }
        Ok(None)
    }

    /// The first step of an element's history; with an origin to follow it is not the last step of the walk.
    fn introduced(
        &mut self,
        commit: ObjectId,
        parent: Option<ObjectId>,
        version: &Version,
        origins: Vec<Version>,
    ) -> Result<Step> {
        let change = if origins.is_empty() { ElementChange::Introduced } else { ElementChange::Extracted };
        if let (Some(parent), Some(origin), true) = (parent, origins.first(), self.options.follow_origin) {
            self.go_on(parent, origin.clone())?;
        }
        Ok(Step {
            commit: self.handle.commit(commit)?.into(),
            parent: parent.map(|id| id.to_string()),
            changes: vec![change],
            before: None,
            after: version.element(),
            origins: origins.iter().map(Version::element).collect(),
            incomplete: std::mem::take(&mut self.incomplete),
        })
    }
}

impl Iterator for History {
    type Item = Result<Step>;

    fn next(&mut self) -> Option<Self::Item> {
        self.step().transpose()
    }
}
