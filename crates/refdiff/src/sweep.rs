//! Compares the same two versions with many thresholds, one relationship at a time. The state before a relationship
//! is kept, and so is the similarity of every pair.

use crate::compare::Versions;
use crate::matching::{
    Context, begin, end_of_matching, find_origins, match_level, match_relationship, reported, rules, schedule,
};
use crate::model::{Level, Model};
use crate::profile::Profile;
use crate::refactorings::{Found, RefactoringType, Rule, TypeInfo};

/// A relationship that has a threshold.
#[derive(Clone, Copy)]
struct Stage {
    info: &'static TypeInfo,
    level: Level,
    /// Whether it matches entities.
    matches: bool,
}

impl Stage {
    fn is(&self, refactoring: RefactoringType, level: Level) -> bool {
        self.matches && self.level == level && self.info.refactoring == refactoring
    }
}

/// Goes through the relationships of a profile in their order. Any thresholds may be tried for one before it is
/// settled.
///
/// ```
/// use refdiff::{Comparer, Options, Profile, SourceText, Sweep};
///
/// # struct None_; impl refdiff::Surroundings for None_ {
/// #     fn find(&mut self, _: &[u8], _: &[refdiff::model::Symbol]) -> Option<SourceText> { None }
/// # }
/// let before = [SourceText::new("A.java", *b"class A { int f(int[] p) { return p.length * 2; } }")];
/// let after = [SourceText::new("A.java", *b"class A { int g(int[] p) { return p.length * 3; } }")];
/// let versions = Comparer::new(Options::default()).read(&before, &after, &mut None_)?;
/// let mut sweep = Sweep::new(&versions, &Profile::paper());
/// while let Some(refactoring) = sweep.refactoring() {
///     for threshold in [0.1, 0.5, 0.9] {
///         let found = sweep.found(threshold);
///         println!("{refactoring} at {threshold}: {}", found.len());
///     }
///     sweep.settle(0.5);
/// }
/// # Ok::<(), refdiff::Error>(())
/// ```
#[derive(Clone)]
pub struct Sweep<'v> {
    before: &'v Model,
    after: &'v Model,
    profile: Profile,
    stages: Vec<Stage>,
    at: usize,
    /// The state at the start of the next stage's level. Types need this, because nested types wait for their outer
    /// types.
    level_start: Context<'v>,
    context: Context<'v>,
    origins: Vec<Found>,
}

impl<'v> Sweep<'v> {
    /// Starts with what is certainly the same.
    pub fn new(versions: &'v Versions, profile: &Profile) -> Self {
        let (before, after) = (&versions.before.model, &versions.after.model);
        let mut context = Context::new(before, after, profile);
        context.remember_similarities();
        begin(&mut context);
        // Copies share the lookups that exist before they are made.
        context.scope_before();
        context.scope_after();
        let mut stages = Vec::new();
        for (level, matches) in schedule(profile.uses_evidence()) {
            let fits = |info: &&'static TypeInfo| {
                let kind = match info.rule(profile.uses_evidence()) {
                    Rule::Matching(_) => matches,
                    Rule::Origin(_) => !matches,
                    Rule::Composite(_) | Rule::FinerName | Rule::Package | Rule::Detail => false,
                };
                kind && profile.threshold(info.refactoring).is_some()
            };
            stages.extend(rules(level).filter(fits).map(|info| Stage { info, level, matches }));
        }
        let level_start = context.clone();
        Sweep {
            before,
            after,
            profile: profile.clone(),
            stages,
            at: 0,
            level_start,
            context,
            origins: Vec::new(),
        }
    }

    /// The current relationship; `None` at the end.
    pub fn refactoring(&self) -> Option<RefactoringType> {
        self.stages.get(self.at).map(|stage| stage.info.refactoring)
    }

    /// What the current relationship finds with a threshold, as types and the keys before and after. Earlier
    /// relationships keep their settled thresholds. Types are matched by nesting depth, so for them all relationships
    /// are run, the later ones with the thresholds of the profile, and all their results are returned.
    pub fn found(&self, threshold: f64) -> Vec<(RefactoringType, String, String)> {
        let Some(stage) = self.stages.get(self.at) else { return Vec::new() };
        let own = stage.info.refactoring;
        let mut profile = self.profile.clone();
        profile.set_threshold(own, threshold);
        let mut origins = self.origins.clone();
        if !stage.matches {
            let known = origins.len();
            origins.extend(find_origins(&self.context, &profile, stage.info));
            let new: Vec<_> = origins[known..].iter().map(|f| (f.refactoring, f.before, f.after)).collect();
            let is_new = |f: &Found| new.contains(&(f.refactoring, f.before, f.after));
            return self.keys(&origins, &self.context, &profile, &is_new);
        }
        let mut context = self.start(stage).clone();
        self.run(stage, &mut context, &profile);
        let level = stage.level;
        let wanted = |f: &Found| {
            f.refactoring == own
                || level == Level::Type && self.stages.iter().any(|s| s.is(f.refactoring, level))
        };
        self.keys(&origins, &context, &profile, &wanted)
    }

    /// The results so far with the settled thresholds. Types are settled together, with the last of their
    /// relationships.
    pub fn settled(&self) -> Vec<(RefactoringType, String, String)> {
        self.keys(&self.origins, &self.context, &self.profile, &|_| true)
    }

    /// Sets the final threshold of the current relationship, and continues with the next.
    pub fn settle(&mut self, threshold: f64) {
        let Some(stage) = self.stages.get(self.at).copied() else { return };
        self.profile.set_threshold(stage.info.refactoring, threshold);
        let profile = self.profile.clone();
        if !stage.matches {
            self.origins.extend(find_origins(&self.context, &profile, stage.info));
        } else if stage.level != Level::Type {
            let mut context = self.context.clone();
            self.run(&stage, &mut context, &profile);
            self.context = context;
        }
        self.at += 1;
        let next = self.stages.get(self.at);
        if stage.matches && next.is_none_or(|next| !next.matches || next.level != stage.level) {
            if stage.level == Level::Type {
                self.context = self.level_start.clone();
                match_level(&mut self.context, &profile, Level::Type);
            } else {
                end_of_matching(&mut self.context, stage.level);
            }
        }
        if next.is_some_and(|next| next.level != stage.level) {
            self.level_start = self.context.clone();
        }
    }

    /// The state before a matching stage.
    fn start(&self, stage: &Stage) -> &Context<'v> {
        if stage.level == Level::Type { &self.level_start } else { &self.context }
    }

    fn run(&self, stage: &Stage, context: &mut Context<'v>, profile: &Profile) {
        if stage.level == Level::Type {
            match_level(context, profile, Level::Type);
        } else {
            match_relationship(context, profile, stage.info, None);
        }
    }

    fn keys(
        &self,
        origins: &[Found],
        context: &Context<'v>,
        profile: &Profile,
        wanted: &dyn Fn(&Found) -> bool,
    ) -> Vec<(RefactoringType, String, String)> {
        let found = reported(self.before, self.after, &context.matches, origins, profile);
        let wanted = found.iter().filter(|f| wanted(f));
        wanted.map(|f| (f.refactoring, self.before.key(f.before), self.after.key(f.after))).collect()
    }
}
