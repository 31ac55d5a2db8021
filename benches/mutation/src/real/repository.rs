//! The commits of a repository, as files before and after.

use crate::random::Random;
use refdiff::SourceText;
use refdiff::git::{Endpoint, Handle, Merges, ObjectId, Repository, Walk};

/// Larger files cost more than they gain.
const LARGEST: usize = 60_000;

/// Commits that change a few Java files.
pub struct Pool {
    handle: Handle,
    commits: Vec<ObjectId>,
}

impl Pool {
    pub fn open(path: &std::path::Path) -> refdiff::Result<Pool> {
        let repository = Repository::open(path)?;
        let walk = Walk { all: true, merges: Merges::Without, ..Walk::default() };
        let commits: Vec<ObjectId> = repository.commits(&walk)?.into_iter().flatten().collect();
        Ok(Pool { handle: repository.handle(), commits })
    }

    pub fn is_empty(&self) -> bool {
        self.commits.is_empty()
    }

    /// The changes of a random commit; `None` if it changed no Java files, or too many.
    pub fn pick(&self, random: &mut Random) -> Option<(Vec<SourceText>, Vec<SourceText>)> {
        let id = *random.pick(&self.commits);
        let parent = *self.handle.commit(id).ok()?.parents.first()?;
        let changes = self.handle.changes(Endpoint::Tree(parent), Endpoint::Tree(id)).ok()?;
        if changes.files.is_empty() || changes.files.len() > 8 {
            return None;
        }
        let (mut before, mut after) = (Vec::new(), Vec::new());
        for file in &changes.files {
            for (content, side) in [(&file.before, &mut before), (&file.after, &mut after)] {
                let Some(content) = content else { continue };
                let text = self.handle.read(content).ok()?;
                if text.len() > LARGEST {
                    return None;
                }
                side.push(SourceText::new(file.path.clone(), text));
            }
        }
        Some((before, after))
    }
}
