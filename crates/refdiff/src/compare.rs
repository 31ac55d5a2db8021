//! Compares two sets of sources: from text to refactorings, for one commit.

use crate::error::{Error, Result};
use crate::lang::{Extractor, Languages, UnitStore};
use crate::matching::packages::{Relocated, relocated};
use crate::matching::{self, Trace, Weighed};
use crate::model::{FilePath, Loss, Model, SourceFile, Symbol, bridges, inherited, members_may_have_moved};
use crate::pairing::pair_files;
use crate::profile::Profile;
use crate::refactorings::{Found, RefactoringType};
use crate::report::{Comparison, Explained, Incomplete, Query, Side, Timings};
use crate::text_kind::is_text;
use rayon::prelude::*;
use rustc_hash::FxHashMap as HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// A file in memory.
#[derive(Clone, Debug)]
pub struct SourceText {
    /// Its path in the repository or folder.
    pub path: FilePath,
    /// Its bytes.
    pub text: Arc<[u8]>,
}

impl SourceText {
    /// A file of this path and text.
    pub fn new(path: impl Into<FilePath>, text: impl Into<Arc<[u8]>>) -> Self {
        SourceText { path: path.into(), text: text.into() }
    }
}

/// How to compare.
#[derive(Clone, Default)]
#[non_exhaustive]
pub struct Options {
    /// Relationships and thresholds.
    pub profile: Profile,
    /// Set it from another thread to end the analysis with [`Error::Cancelled`].
    pub cancel: Option<Arc<AtomicBool>>,
    /// How long a comparison may take; then it ends with [`Error::TimedOut`]. Without it the bounds are in counted work, and
    /// the same input is always cut at the same place.
    pub timeout: Option<Duration>,
    /// Members that were extracted before; share one between the comparisons of a history. Without it each comparer has its
    /// own.
    pub store: Option<Arc<UnitStore>>,
    /// The languages to read.
    pub languages: Languages,
}

impl Options {
    /// Options with a profile.
    pub fn with_profile(profile: Profile) -> Self {
        Options { profile, ..Options::default() }
    }

    /// When a comparison that begins now has to end.
    pub(crate) fn deadline(&self) -> Option<Instant> {
        self.deadline_from(Instant::now())
    }

    /// When one that began then has to end.
    pub(crate) fn deadline_from(&self, start: Instant) -> Option<Instant> {
        self.timeout.and_then(|timeout| start.checked_add(timeout))
    }

    /// Whether nobody cancelled it, and there is time left; otherwise why not.
    pub(crate) fn check(&self, deadline: Option<Instant>) -> Result<()> {
        if self.cancel.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            return Err(Error::Cancelled);
        }
        match (deadline, self.timeout) {
            (Some(end), Some(timeout)) if Instant::now() >= end => {
                Err(Error::TimedOut { seconds: timeout.as_secs_f64() })
            }
            _ => Ok(()),
        }
    }
}

/// What a report holds beyond the refactorings.
#[derive(Clone, Default)]
#[non_exhaustive]
pub struct ReportOptions {
    /// How to compare.
    pub compare: Options,
    /// Files of more bytes than this are not read; the report says so.
    pub max_file_size: Option<u64>,
    /// Of a commit no more bytes than this are read, both sides of all its files together; the report says what was left out.
    /// What a comparison keeps in memory grows with it.
    pub max_commit_size: Option<u64>,
    /// Add the matching, added and removed entities.
    pub matches: bool,
    /// Add what is finer than an entity: parameters, variables, modifiers, annotations; see [`Comparison::details`].
    pub details: bool,
    /// Add patterns that are doubtful: [`RefactoringType::is_doubtful`](crate::RefactoringType::is_doubtful).
    pub doubtful: bool,
    /// Add how every element is declared.
    pub declarations: bool,
    /// Add the source text of every element.
    pub texts: bool,
    /// Add about how many changed lines each refactoring accounts for.
    pub lines: bool,
    /// Add what the refactorings do not explain.
    pub residual: bool,
    /// With the residual, add every changed file with what each of its lines is.
    pub reviewed: bool,
    /// Add how many lines of each changed file came and went.
    pub file_lines: bool,
    /// Add how long each stage took.
    pub timings: bool,
    /// Compare a merge with what git would have made of its parents, and not with the first of them.
    pub automatic_merges: bool,
}

impl ReportOptions {
    /// Options for comparing this way, with all that is found.
    pub fn new(compare: Options) -> Self {
        ReportOptions { compare, details: true, ..ReportOptions::default() }
    }
}

/// Compares two versions of a set of files, given in any order.
///
/// Files that are equal on both sides take no part, as in the paper; files of other languages are passed over.
///
/// ```
/// use refdiff::{Options, SourceText, compare};
///
/// let before = [SourceText::new("Cart.java", *b"class Cart { int calc(int[] p) { return p.length * 2; } }")];
/// let after = [SourceText::new("Cart.java", *b"class Cart { int total(int[] p) { return p.length * 2; } }")];
/// let comparison = compare(&before, &after, &Options::default())?;
/// let found = &comparison.refactorings()[0];
/// assert_eq!(found.refactoring.name(), "Rename Method");
/// assert_eq!((found.before.key.as_str(), found.after.key.as_str()), ("Cart.calc(int[])", "Cart.total(int[])"));
/// # Ok::<(), refdiff::Error>(())
/// ```
pub fn compare(before: &[SourceText], after: &[SourceText], options: &Options) -> Result<Comparison> {
    Comparer::new(options.clone()).compare(before, after)
}

/// Files that are equal on both sides: they take no part, but may stand between types that do.
pub trait Surroundings {
    /// The file in `folder` whose folders below it and whose name, without its ending, have these names.
    fn find(&mut self, folder: &[u8], names: &[Symbol]) -> Option<SourceText>;

    /// Whether there is a file of a known language in `folder`, or also below it, apart from those that changed. Who does
    /// not know says that there is: then nothing is told of the package.
    fn holds(&mut self, _folder: &[u8], _below: bool, _changed: &dyn Fn(&FilePath) -> bool) -> bool {
        true
    }
}

/// Files in memory.
struct Unchanged<'s> {
    files: &'s [&'s SourceText],
    languages: Languages,
}

impl Surroundings for Unchanged<'_> {
    fn find(&mut self, folder: &[u8], names: &[Symbol]) -> Option<SourceText> {
        let fits = |path: &FilePath| {
            let rest = path.as_bytes().strip_prefix(folder)?;
            let rest = rest.strip_prefix(b"/").unwrap_or(rest);
            let stem = rest.strip_suffix(path.extension())?.strip_suffix(b".")?;
            Some(stem.split(|&b| b == b'/').map(Symbol::of).eq(names.iter().copied()))
        };
        self.files.iter().find(|s| fits(&s.path) == Some(true)).map(|s| (*s).clone())
    }

    fn holds(&mut self, folder: &[u8], below: bool, changed: &dyn Fn(&FilePath) -> bool) -> bool {
        let inside = |path: &FilePath| {
            let under = folder.is_empty()
                || path.as_bytes().strip_prefix(folder).is_some_and(|rest| rest.first() == Some(&b'/'));
            path.folder() == folder || below && under
        };
        self.files.iter().any(|s| inside(&s.path) && self.languages.reads(&s.path) && !changed(&s.path))
    }
}

/// Two versions that were read and not compared yet.
pub struct Versions {
    pub(crate) before: Side,
    pub(crate) after: Side,
    incomplete: Vec<Incomplete>,
}

impl Versions {
    /// What could not be read.
    pub fn incomplete(&self) -> &[Incomplete] {
        &self.incomplete
    }

    /// The signals of every pair that a fitted decision is asked about under a profile.
    pub fn weighed(&self, profile: &Profile) -> Vec<Weighed> {
        matching::weigh(&self.before.model, &self.after.model, profile)
    }
}

/// Compares again and again, with parsers that are made once.
pub struct Comparer {
    options: Options,
    extractors: Extractors,
    timings: Timings,
}

impl Comparer {
    /// A comparer with these options. Without a store it gets one of its own: what is equal on both sides of a large commit
    /// is then read and kept once.
    pub fn new(mut options: Options) -> Self {
        options.store.get_or_insert_with(|| Arc::new(UnitStore::new(OWN_STORE)));
        Comparer { options, extractors: Extractors::default(), timings: Timings::default() }
    }

    /// See [`compare`].
    pub fn compare(&mut self, before: &[SourceText], after: &[SourceText]) -> Result<Comparison> {
        let unchanged: HashMap<&FilePath, &SourceText> = after.iter().map(|s| (&s.path, s)).collect();
        let equal = |s: &&SourceText| unchanged.get(&s.path).is_some_and(|o| o.text == s.text);
        let unchanged: Vec<&SourceText> = before.iter().filter(equal).collect();
        let mut surroundings = Unchanged { files: &unchanged, languages: self.options.languages.clone() };
        self.compare_among(before, after, &mut surroundings)
    }

    /// The same, where files that are equal on both sides need not be given: those that matter are looked for in
    /// `surroundings`.
    pub fn compare_among(
        &mut self,
        before: &[SourceText],
        after: &[SourceText],
        surroundings: &mut dyn Surroundings,
    ) -> Result<Comparison> {
        let deadline = self.options.deadline();
        self.compare_until(before, after, surroundings, deadline)
    }

    /// The same, with a given end.
    pub(crate) fn compare_until(
        &mut self,
        before: &[SourceText],
        after: &[SourceText],
        surroundings: &mut dyn Surroundings,
        deadline: Option<Instant>,
    ) -> Result<Comparison> {
        let start = Instant::now();
        let Versions { before, after, incomplete } =
            self.read_until(before, after, surroundings, deadline)?;
        self.options.check(deadline)?;
        let parsed = Instant::now();
        let outcome = matching::run(&before.model, &after.model, &self.options.profile, deadline);
        self.options.check(deadline)?;
        let matched = Instant::now();
        let found = matching::reported(
            &before.model,
            &after.model,
            &outcome.matches,
            &outcome.origins,
            &self.options.profile,
        );
        let packages = self.packages(&before.model, &after.model, &found, surroundings);
        let comparison =
            Comparison::new(before, after, &outcome, (&found, &packages), &self.options.profile, incomplete);
        self.timings.parse = parsed.duration_since(start);
        self.timings.matching = matched.duration_since(parsed);
        self.timings.report = matched.elapsed();
        self.timings.entities = comparison.model_before().len() + comparison.model_after().len();
        self.timings.candidates = outcome.candidates;
        Ok(comparison)
    }

    /// Reads two versions, to compare them later; see [`Comparer::compare_among`].
    pub fn read(
        &mut self,
        before: &[SourceText],
        after: &[SourceText],
        surroundings: &mut dyn Surroundings,
    ) -> Result<Versions> {
        let deadline = self.options.deadline();
        self.read_until(before, after, surroundings, deadline)
    }

    fn read_until(
        &mut self,
        before: &[SourceText],
        after: &[SourceText],
        surroundings: &mut dyn Surroundings,
        deadline: Option<Instant>,
    ) -> Result<Versions> {
        let texts_after: HashMap<&FilePath, &SourceText> = after.iter().map(|s| (&s.path, s)).collect();
        let texts_before: HashMap<&FilePath, &SourceText> = before.iter().map(|s| (&s.path, s)).collect();
        let options = &self.options;
        let differs = |source: &&SourceText, other: &HashMap<&FilePath, &SourceText>| {
            options.languages.language_of(&source.path).is_some()
                && other.get(&source.path).is_none_or(|o| o.text != source.text)
        };
        let old: Vec<&SourceText> = before.iter().filter(|s| differs(s, &texts_after)).collect();
        let new: Vec<&SourceText> = after.iter().filter(|s| differs(s, &texts_before)).collect();
        let mut incomplete = Vec::new();
        let mut before = self.side(&old, &mut incomplete, deadline)?;
        let mut after = self.side(&new, &mut incomplete, deadline)?;
        if self.options.profile.uses_evidence() && members_may_have_moved(&before.model, &after.model) {
            for side in [&mut before, &mut after] {
                let mut find = |folder: &[u8], names: &[Symbol]| self.find(surroundings, folder, names);
                side.model.bridges = bridges(&side.model, &mut find);
            }
            let shown = inherited(&before.model, &after.model);
            after.model.bridges.extend(shown);
        }
        if self.options.profile.uses_evidence() {
            pair_sides(&mut before, &mut after);
        }
        incomplete.sort();
        incomplete.dedup();
        Ok(Versions { before, after, incomplete })
    }

    /// Reads one file by itself.
    #[cfg(feature = "git")]
    pub(crate) fn read_one(&mut self, source: &SourceText) -> Result<Side> {
        self.side(&[source], &mut Vec::new(), self.options.deadline())
    }

    /// Compares two versions and tells what was considered for the entities that a query means; see [`Explained`].
    pub fn explain(
        &mut self,
        before: &[SourceText],
        after: &[SourceText],
        surroundings: &mut dyn Surroundings,
        query: &Query,
    ) -> Result<Vec<Explained>> {
        let comparison = self.compare_among(before, after, surroundings)?;
        let asked = comparison.asked(query);
        let trace = Trace {
            before: asked.0.iter().copied().collect(),
            after: asked.1.iter().copied().collect(),
            ..Trace::default()
        };
        let (old, new) = (comparison.model_before(), comparison.model_after());
        let considered = matching::explain(old, new, &self.options.profile, trace);
        Ok(comparison.explained(&asked, &considered))
    }

    /// How long the stages of the last comparison took.
    pub fn timings(&self) -> Timings {
        self.timings
    }

    /// The packages that have another name now.
    fn packages(
        &self,
        before: &Model,
        after: &Model,
        found: &[Found],
        surroundings: &mut dyn Surroundings,
    ) -> Vec<Relocated> {
        let threshold = |refactoring| self.options.profile.threshold(refactoring);
        if threshold(RefactoringType::RenamePackage).or(threshold(RefactoringType::MovePackage)).is_none() {
            return Vec::new();
        }
        let changed = |path: &FilePath| {
            let has = |model: &Model| model.files.binary_search_by(|f| f.path.cmp(path)).is_ok();
            has(before) || has(after)
        };
        let mut holds = |folder: &[u8], below| surroundings.holds(folder, below, &changed);
        let mut all = relocated(before, after, found, &mut holds);
        all.retain(|package| threshold(package.refactoring).is_some_and(|least| package.share >= least));
        all
    }

    /// A file that did not change and declares a type of this name.
    fn find(
        &mut self,
        surroundings: &mut dyn Surroundings,
        folder: &[u8],
        names: &[Symbol],
    ) -> Option<Arc<SourceFile>> {
        let source = surroundings.find(folder, names)?;
        let follows = self.options.languages.language_of(&source.path)?.files_follow_packages();
        follows.then(|| Arc::new(self.extractors.extract(&source, &self.options, None)))
    }

    /// Extracts files, in parallel where there are many.
    fn side(
        &mut self,
        sources: &[&SourceText],
        incomplete: &mut Vec<Incomplete>,
        deadline: Option<Instant>,
    ) -> Result<Side> {
        let options = &self.options;
        let extract = |extractors: &mut Extractors, source: &&SourceText| -> Result<Arc<SourceFile>> {
            options.check(deadline)?;
            let file = extractors.extract(source, options, deadline);
            options.check(deadline)?;
            Ok(Arc::new(file))
        };
        let files: Vec<Arc<SourceFile>> =
            if sources.len() < PARALLEL_FROM || rayon::current_num_threads() == 1 {
                sources.iter().map(|s| extract(&mut self.extractors, s)).collect::<Result<_>>()?
            } else {
                sources.par_iter().map_init(Extractors::default, extract).collect::<Result<_>>()?
            };
        let mut together: Vec<(Arc<SourceFile>, Arc<[u8]>)> =
            files.into_iter().zip(sources.iter().map(|s| s.text.clone())).collect();
        together.sort_by(|a, b| a.0.path.cmp(&b.0.path));
        for (file, text) in &together {
            if file.losses.is_empty() {
                continue;
            }
            let breaks: Vec<usize> = memchr::memchr_iter(b'\n', text).collect();
            incomplete.extend(file.losses.iter().map(|loss| {
                let line = breaks.partition_point(|&at| at < loss.at as usize) + 1;
                Incomplete { file: file.path.to_string(), reason: format!("line {line}: {}", loss.reason) }
            }));
        }
        let (files, texts) = together.into_iter().unzip();
        Ok(Side::new(Model::assemble(files), texts))
    }
}

/// Pairs the files that are on one side only.
fn pair_sides(before: &mut Side, after: &mut Side) {
    fn alone<'s>(side: &'s Side, other: &Side) -> Vec<(u32, &'s [u8])> {
        let there = |path: &FilePath| other.model.files.binary_search_by(|f| f.path.cmp(path)).is_ok();
        let files = side.model.files.iter().zip(&side.texts).enumerate();
        files
            .filter(|(_, (file, _))| !there(&file.path))
            .map(|(place, (_, text))| (place as u32, &text[..]))
            .collect()
    }
    let pairs = pair_files(&alone(before, after), &alone(after, before));
    before.model.file_partners = pairs.iter().map(|p| (p.before, (p.after, p.likeness))).collect();
    after.model.file_partners = pairs.iter().map(|p| (p.after, (p.before, p.likeness))).collect();
}

/// The bytes of a store that a comparer makes for itself, beyond what its comparison holds anyhow.
const OWN_STORE: usize = 16 << 20;

/// From how many files on threads are worth it.
const PARALLEL_FROM: usize = 32;

/// So deep types may stand inside each other; nobody writes more, and what is compared grows with the square of it.
const DEEPEST: u32 = 200;

/// A file without the types that stand too deep inside others, and what is inside these.
fn bounded(mut file: SourceFile) -> SourceFile {
    let mut depths: Vec<u32> = Vec::with_capacity(file.units.len());
    for placed in &file.units {
        depths.push(placed.container.map_or(0, |c| depths[c as usize] + 1));
    }
    let Some(first) = depths.iter().position(|&depth| depth > DEEPEST) else { return file };
    let at = file.units[first].start;
    let mut places: Vec<Option<u32>> = Vec::with_capacity(depths.len());
    let mut kept = 0;
    for &depth in &depths {
        places.push((depth <= DEEPEST).then_some(kept));
        kept += u32::from(depth <= DEEPEST);
    }
    let mut depth = depths.into_iter();
    file.units.retain(|_| depth.next().is_some_and(|d| d <= DEEPEST));
    for placed in &mut file.units {
        placed.container = placed.container.and_then(|c| places[c as usize]);
    }
    let reason = format!("types inside each other more than {DEEPEST} deep are not looked at");
    file.losses.push(Loss { at, reason });
    file
}

/// The extractors of one thread, by the name of their language.
#[derive(Default)]
struct Extractors(HashMap<&'static str, Box<dyn Extractor>>);

impl Extractors {
    fn extract(&mut self, source: &SourceText, options: &Options, deadline: Option<Instant>) -> SourceFile {
        let Some(language) = options.languages.language_of(&source.path) else {
            return SourceFile { path: source.path.clone(), ..SourceFile::default() };
        };
        if !is_text(&source.text) {
            let losses = vec![Loss { at: 0, reason: "the file is no text".into() }];
            return SourceFile { path: source.path.clone(), losses, ..SourceFile::default() };
        }
        let extractor = self.0.entry(language.name()).or_insert_with(|| language.extractor());
        extractor.set_deadline(deadline);
        let file = match &options.store {
            Some(store) => extractor.extract_with(&source.path, &source.text, store),
            None => extractor.extract(&source.path, &source.text),
        };
        bounded(SourceFile { lexicon: language.lexicon(), ..file })
    }
}
