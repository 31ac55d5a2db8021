//! What changed files that are not analysed leave to review.

use super::Analyser;
use crate::git::{Changes, Content, EntryKind, UnreadFile, Unreadable};
use crate::model::FilePath;
use crate::report::{Incomplete, Report};
use crate::residual::{RENAME_LIMIT, Residual};
use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};
use std::sync::Arc;

impl Analyser {
    /// Adds the changed files that were not analysed to a residual, one after the other: there may be any number.
    pub(super) fn add_others(&self, residual: &mut Residual, report: &mut Report, changes: &Changes) {
        let mut gone: HashMap<&Content, Vec<&UnreadFile>> = HashMap::default();
        for file in changes.others.iter().filter(|f| f.after.is_none()) {
            if let Some((_, content)) = &file.before {
                gone.entry(content).or_default().push(file);
            }
        }
        gone.values_mut().for_each(|files| files.reverse());
        let (mut moved, mut alone): (HashSet<&FilePath>, Vec<&UnreadFile>) = Default::default();
        for file in changes.others.iter().filter(|f| f.after.is_some()) {
            let pair = match (&file.before, &file.after) {
                (None, Some((kind, content))) => gone
                    .get_mut(content)
                    .and_then(|files| files.pop_if(|f| f.before.as_ref().is_some_and(|b| b.0 == *kind)))
                    .map(|from| (from, *kind, content)),
                _ => None,
            };
            let Some((from, kind, content)) = pair else {
                alone.push(file);
                continue;
            };
            moved.extend([&from.path, &file.path]);
            match self.read_side(kind, content) {
                Ok(bytes) => residual.add_moved(&from.path, &file.path, &bytes),
                Err(lost) => self.unread(residual, report, file, lost),
            }
        }
        alone.extend(changes.others.iter().filter(|f| f.after.is_none() && !moved.contains(&f.path)));
        alone.sort_by(|x, y| x.path.cmp(&y.path));
        let one_sided = |before: bool| {
            alone.iter().filter(move |f| f.before.is_some() == before && f.after.is_some() != before).count()
        };
        let (old, new) = (one_sided(true), one_sided(false));
        let few = old.saturating_mul(new) <= RENAME_LIMIT * RENAME_LIMIT;
        if !few {
            let reason = format!(
                "{old} files are gone and {new} are new: too many to look for those that moved and were edited"
            );
            report.incomplete.push(Incomplete { file: String::new(), reason });
        }
        let (mut olds, mut news) = (Vec::new(), Vec::new());
        for file in alone {
            let read = |side: &Option<(EntryKind, Content)>| {
                side.as_ref().map(|(kind, content)| self.read_side(*kind, content)).transpose()
            };
            match (read(&file.before), read(&file.after)) {
                (Ok(Some(bytes)), Ok(None)) if few => olds.push((&file.path, bytes)),
                (Ok(None), Ok(Some(bytes))) if few => news.push((&file.path, bytes)),
                (Ok(before), Ok(after)) => {
                    let version = |bytes| (&file.path, bytes);
                    residual.add_versions(before.as_ref().map(version), after.as_ref().map(version));
                }
                (before, after) => {
                    for lost in [before.err(), after.err()].into_iter().flatten() {
                        self.unread(residual, report, file, lost);
                    }
                }
            }
        }
        let old: Vec<_> = olds.iter().map(|(path, bytes)| (*path, bytes)).collect();
        let new: Vec<_> = news.iter().map(|(path, bytes)| (*path, bytes)).collect();
        residual.add_alike(&old, &new);
        report.incomplete.sort();
        report.incomplete.dedup();
    }

    pub(super) fn read_side(
        &self,
        kind: EntryKind,
        content: &Content,
    ) -> std::result::Result<Arc<[u8]>, Unreadable> {
        match kind {
            EntryKind::File => self.read(content),
            _ => self.handle.read_entry(kind, content),
        }
    }

    fn unread(&self, residual: &mut Residual, report: &mut Report, file: &UnreadFile, lost: Unreadable) {
        report.incomplete.push(Incomplete { file: file.path.to_string(), reason: lost.0 });
        residual.add_unread(&file.path);
    }
}
