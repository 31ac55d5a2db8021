//! What may be left in a commit that counts as pure.

use crate::args::{ExceptKind, Lenience};
use anyhow::Result;
use refdiff::git::{PathContext, PathFilter};
use refdiff::{Leftover, LeftoverKind, Residual};

/// The options of `check` and `ignore-revs`, resolved.
pub struct Lenient<'c> {
    least: Option<f64>,
    paths: Option<PathFilter<'c>>,
    kinds: Vec<LeftoverKind>,
}

impl<'c> Lenient<'c> {
    pub fn new(options: &Lenience, context: &'c PathContext) -> Result<Self> {
        let paths = (!options.except.is_empty()).then(|| context.filter(&options.except)).transpose()?;
        let kind = |kind: &ExceptKind| match kind {
            ExceptKind::Binary => LeftoverKind::Binary,
            ExceptKind::File => LeftoverKind::File,
        };
        Ok(Lenient {
            least: options.min_explained,
            paths,
            kinds: options.except_kind.iter().map(kind).collect(),
        })
    }

    /// Whether nothing that counts is left, or little enough.
    pub fn accepts(&self, residual: &Residual) -> bool {
        let counted: Vec<&Leftover> = residual.residual.iter().filter(|l| self.counts(l)).collect();
        let lines =
            |l: &&Leftover| [&l.before, &l.after].into_iter().flatten().map(|r| r.lines).sum::<usize>();
        let left: usize = counted.iter().map(lines).sum();
        counted.is_empty()
            || self.least.is_some_and(|least| {
                // A file of which no line is known has no share.
                counted.iter().all(|l| l.kind == LeftoverKind::Code)
                    && residual.changed_lines > 0
                    && 1.0 - left as f64 / residual.changed_lines as f64 >= least
            })
    }

    fn counts(&self, left: &Leftover) -> bool {
        let excepted = |file: &str| self.paths.as_ref().is_some_and(|p| p.includes(&file.into()));
        left.kind != LeftoverKind::Layout
            && !self.kinds.contains(&left.kind)
            && ![&left.before, &left.after].into_iter().flatten().all(|r| excepted(&r.file))
    }
}
