//! Files without a supported language: unchanged moves are explained, and everything else is left.

use super::board::{AFTER, BEFORE};
use super::hunks::CONTEXT;
use super::reviewed::{LineState, ReviewedFile, ReviewedSide};
use super::{Hunk, Leftover, LeftoverKind, LineRange, OtherFile, PatchLine, Residual, Sign};
use crate::lines::{self, Text};
use crate::model::FilePath;
use crate::pairing::pair_files;
use crate::text_kind::is_binary;
use rustc_hash::FxHashMap as HashMap;
use std::sync::Arc;

/// The limit for comparing removed files with added ones: git's own rename limit, on both sides.
pub(crate) const RENAME_LIMIT: usize = 1000;

/// A file of one side.
type Version<'f> = (&'f FilePath, &'f Arc<[u8]>);

impl Residual {
    /// Adds changed files: removed files are paired with added files of equal bytes, then with similar ones.
    pub(super) fn add_others(&mut self, others: &[OtherFile]) {
        let mut gone: HashMap<&[u8], Vec<&OtherFile>> = HashMap::default();
        for file in others.iter().filter(|f| f.after.is_none()) {
            gone.entry(file.before.as_deref().unwrap_or_default()).or_default().push(file);
        }
        gone.values_mut().for_each(|files| files.reverse());
        let mut new = Vec::new();
        for file in others.iter().filter(|f| f.after.is_some()) {
            match (&file.before, &file.after) {
                (None, Some(bytes)) => match gone.get_mut(&bytes[..]).and_then(Vec::pop) {
                    Some(from) => self.add_moved(&from.path, &file.path, bytes),
                    None => new.push((&file.path, bytes)),
                },
                (before, after) => {
                    let version = |bytes| (&file.path, bytes);
                    self.add_versions(before.as_ref().map(version), after.as_ref().map(version));
                }
            }
        }
        let mut old: Vec<Version<'_>> =
            gone.into_values().flatten().filter_map(|f| Some((&f.path, f.before.as_ref()?))).collect();
        old.sort();
        self.add_alike(&old, &new);
    }

    /// Adds removed and added files: similar ones as pairs, unless there are too many.
    pub(crate) fn add_alike(&mut self, old: &[Version<'_>], new: &[Version<'_>]) {
        fn texts<'f>(files: &[Version<'f>]) -> Vec<(u32, &'f [u8])> {
            let all = files.iter().enumerate().map(|(number, (_, bytes))| (number as u32, &bytes[..]));
            all.filter(|(_, bytes)| !is_binary(bytes) && !bytes.is_empty()).collect()
        }
        let few = old.len().saturating_mul(new.len()) <= RENAME_LIMIT * RENAME_LIMIT;
        let (one, two) = if few { (texts(old), texts(new)) } else { Default::default() };
        let pairs = pair_files(&one, &two);
        let partner: HashMap<u32, u32> = pairs.iter().map(|p| (p.before, p.after)).collect();
        let mut taken = vec![false; new.len()];
        for (number, file) in old.iter().enumerate() {
            let other = partner.get(&(number as u32)).copied();
            if let Some(other) = other {
                taken[other as usize] = true;
            }
            self.add_versions(Some(*file), other.map(|o| new[o as usize]));
        }
        for (file, _) in new.iter().zip(taken).filter(|(_, taken)| !taken) {
            self.add_versions(None, Some(*file));
        }
    }

    /// Adds a file that is elsewhere as it was: all its lines went and came.
    pub(crate) fn add_moved(&mut self, from: &FilePath, to: &FilePath, bytes: &Arc<[u8]>) {
        if is_binary(bytes) {
            return;
        }
        let lines = Text::new(bytes.clone()).len();
        self.changed_lines += 2 * lines;
        self.explained_lines += 2 * lines;
        if self.keeps_files {
            let side =
                |path| Some(ReviewedSide::new(path, bytes, std::iter::repeat_n(LineState::Explained, lines)));
            self.files.push(ReviewedFile { before: side(from), after: side(to) });
        }
    }

    /// Adds a note on a file rather than on its lines.
    #[cfg(feature = "git")]
    pub(crate) fn add_note(
        &mut self,
        before: Option<&FilePath>,
        after: Option<&FilePath>,
        notes: Vec<String>,
    ) {
        self.add_whole(LeftoverKind::File, before, after, notes);
    }

    /// Adds a file that differs and could not be read: its content is unknown.
    #[cfg(feature = "git")]
    pub(crate) fn add_unread(&mut self, path: &FilePath) {
        let range = || Some(LineRange { file: path.to_string(), start_line: 0, end_line: 0, lines: 0 });
        self.residual.push(Leftover { kind: LeftoverKind::Unread, before: range(), after: range() });
    }

    /// Adds a file of which no lines can be shown.
    fn add_whole(
        &mut self,
        kind: LeftoverKind,
        before: Option<&FilePath>,
        after: Option<&FilePath>,
        notes: Vec<String>,
    ) {
        let range =
            |path: &FilePath| LineRange { file: path.to_string(), start_line: 0, end_line: 0, lines: 0 };
        self.residual.push(Leftover { kind, before: before.map(range), after: after.map(range) });
        self.hunks.push(Hunk {
            kind,
            before_file: before.cloned(),
            after_file: after.cloned(),
            before_start: 0,
            after_start: 0,
            lines: Vec::new(),
            notes,
        });
    }

    /// Adds two versions of a file, at one path or two.
    pub(crate) fn add_versions(&mut self, before: Option<Version<'_>>, after: Option<Version<'_>>) {
        let sides = [before, after].map(|v| v.map(|(_, bytes)| bytes.clone()).unwrap_or_default());
        let paths = [before.map(|v| v.0), after.map(|v| v.0)];
        if sides.iter().any(|bytes| is_binary(bytes)) {
            self.add_whole(LeftoverKind::Binary, paths[BEFORE], paths[AFTER], Vec::new());
            return;
        }
        let texts = sides.map(Text::new);
        if texts.iter().all(|t| t.len() == 0) && before.is_some() != after.is_some() {
            let note = if after.is_some() { "new empty file" } else { "deleted empty file" };
            self.add_whole(LeftoverKind::File, paths[BEFORE], paths[AFTER], vec![note.to_owned()]);
            return;
        }
        let differences = lines::differences(&texts[BEFORE], &texts[AFTER]);
        if self.keeps_files {
            let moved = matches!(paths, [Some(old), Some(new)] if old != new);
            let usual = if moved { LineState::Explained } else { LineState::Unchanged };
            let side = |side: usize| {
                let mut states = vec![usual; texts[side].len()];
                for difference in &differences {
                    let lines = if side == BEFORE { &difference.0 } else { &difference.1 };
                    states[lines.clone()].fill(LineState::Left);
                }
                paths[side].map(|path| ReviewedSide::new(path, &texts[side].bytes, states.into_iter()))
            };
            self.files.push(ReviewedFile { before: side(BEFORE), after: side(AFTER) });
        }
        if let [Some(old), Some(new)] = paths
            && old != new
        {
            let all = texts[BEFORE].len() + texts[AFTER].len();
            let left: usize = differences.iter().map(|(removed, added)| removed.len() + added.len()).sum();
            self.changed_lines += all - left;
            self.explained_lines += all - left;
        }
        for (removed, added) in differences {
            self.changed_lines += removed.len() + added.len();
            let range = |lines: &std::ops::Range<usize>, path: Option<&FilePath>| {
                (!lines.is_empty()).then(|| LineRange {
                    file: path.map(ToString::to_string).unwrap_or_default(),
                    start_line: lines.start + 1,
                    end_line: lines.end,
                    lines: lines.len(),
                })
            };
            let (old, new) = (range(&removed, paths[BEFORE]), range(&added, paths[AFTER]));
            self.residual.push(Leftover { kind: LeftoverKind::Code, before: old, after: new });
            let above = added.start.min(removed.start).min(CONTEXT);
            let below = (added.end + CONTEXT).min(texts[AFTER].len());
            // Behind the difference the two sides are as many lines apart as it added.
            let apart = |l: usize| match l < added.start {
                true => l + removed.start - added.start,
                false => l + removed.end - added.end,
            };
            let line = |sign: Sign, side: usize| {
                let text = &texts[side];
                move |l: usize| PatchLine {
                    sign,
                    before: match sign {
                        Sign::Added => None,
                        Sign::Removed => Some(l + 1),
                        Sign::Context => Some(apart(l) + 1),
                    },
                    after: (sign != Sign::Removed).then_some(l + 1),
                    text: text.shared_line(l),
                }
            };
            let mut shown: Vec<PatchLine> =
                (added.start - above..added.start).map(line(Sign::Context, AFTER)).collect();
            shown.extend(removed.clone().map(line(Sign::Removed, BEFORE)));
            shown.extend(added.clone().map(line(Sign::Added, AFTER)));
            shown.extend((added.end..below).map(line(Sign::Context, AFTER)));
            self.hunks.push(Hunk {
                kind: LeftoverKind::Code,
                before_file: paths[BEFORE].cloned(),
                after_file: paths[AFTER].cloned(),
                before_start: removed.start - above + 1,
                after_start: added.start - above + 1,
                lines: shown,
                notes: Vec::new(),
            });
        }
    }
}
