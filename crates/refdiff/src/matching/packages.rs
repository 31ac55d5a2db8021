//! Which packages were renamed or moved as a whole, derived from the types that moved with them.

use crate::model::{FilePath, Model};
use crate::refactorings::{Found, RefactoringType};
use std::collections::{BTreeMap, BTreeSet};

/// A package that has another name now.
pub(crate) struct Relocated {
    pub refactoring: RefactoringType,
    pub before: PackageSide,
    pub after: PackageSide,
    /// The share of its types that moved with it.
    pub share: f64,
}

/// A package, and the first of the files that moved with it.
pub(crate) struct PackageSide {
    pub name: String,
    /// Its index in [`Model::files`].
    pub file: u32,
}

/// A package in one source folder.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Package {
    folder: Vec<u8>,
    name: String,
}

impl Package {
    /// Whether the names of the folders agree with the name of the package.
    fn fits(&self) -> bool {
        let folders = self.name.replace('.', "/");
        self.folder
            .strip_suffix(folders.as_bytes())
            .is_some_and(|rest| rest.is_empty() || rest.ends_with(b"/"))
    }

    fn of(model: &Model, file: u32) -> Package {
        let file = &model.files[file as usize];
        Package { folder: file.path.folder().to_vec(), name: file.package.to_string() }
    }

    /// The parent package and the last segment, if the folder has that name; `None` for a top-level package.
    fn outer(&self) -> Option<(Package, &str)> {
        let (name, last) = self.name.rsplit_once('.')?;
        let folder = self.folder.strip_suffix(last.as_bytes())?.strip_suffix(b"/")?;
        Some((Package { folder: folder.to_vec(), name: name.into() }, last))
    }
}

/// The types that moved from one package to another.
struct Went {
    before: u32,
    after: u32,
    share: f64,
}

type Pair = (Package, Package);
type Pairs = BTreeMap<Pair, Went>;

/// A query about unchanged files: whether a folder contains any, optionally in its subfolders too.
pub(crate) type Holds<'a> = &'a mut dyn FnMut(&[u8], bool) -> bool;

/// The packages whose types moved to one other package that did not exist before, and of which nothing is left. A
/// package that moved together with its parent package is not reported.
pub(crate) fn relocated(before: &Model, after: &Model, found: &[Found], holds: Holds<'_>) -> Vec<Relocated> {
    let mut pairs = candidates(before, after, found);
    if pairs.is_empty() {
        return Vec::new();
    }
    let packages =
        |model: &Model| -> BTreeSet<Package> { files(model).map(|f| Package::of(model, f)).collect() };
    let (here, there) = (packages(before), packages(after));
    pairs.retain(|(old, new), _| {
        !there.contains(old)
            && !here.contains(new)
            && !holds(&old.folder, false)
            && !holds(&new.folder, false)
    });
    while let Some((outer, inner)) = together(before, after, &pairs, holds) {
        let gone: Vec<Went> = inner.iter().filter_map(|pair| pairs.remove(pair)).collect();
        let share = gone.iter().map(|w| w.share).fold(1.0, f64::min);
        if let Some(first) = gone.into_iter().min_by_key(|w| (w.before, w.after)) {
            pairs.insert(outer, Went { share, ..first });
        }
    }
    let names: BTreeSet<(&str, &str)> = pairs.keys().map(|(old, new)| (&*old.name, &*new.name)).collect();
    let along = |(old, new): &Pair| {
        let (mut old, mut new) = (&*old.name, &*new.name);
        while let (Some((x, a)), Some((y, b))) = (old.rsplit_once('.'), new.rsplit_once('.'))
            && a == b
        {
            (old, new) = (x, y);
            if names.contains(&(old, new)) {
                return true;
            }
        }
        false
    };
    let mut told: BTreeSet<(&str, &str)> = BTreeSet::new();
    let mut all = Vec::new();
    for (pair, went) in &pairs {
        let (old, new) = pair;
        // The same package in another source folder is the same package.
        if along(pair) || !told.insert((&old.name, &new.name)) {
            continue;
        }
        let parent = |name: &str| name.rsplit_once('.').map(|n| n.0.to_string());
        let refactoring = match parent(&old.name) == parent(&new.name) {
            true => RefactoringType::RenamePackage,
            false => RefactoringType::MovePackage,
        };
        all.push(Relocated {
            refactoring,
            before: PackageSide { name: old.name.clone(), file: went.before },
            after: PackageSide { name: new.name.clone(), file: went.after },
            share: went.share,
        });
    }
    all
}

fn files(model: &Model) -> impl Iterator<Item = u32> {
    0..model.files.len() as u32
}

/// Packages whose types moved, if at all, to a single other package that received no types from elsewhere. A single
/// moved type is reported as a moved type only.
fn candidates(before: &Model, after: &Model, found: &[Found]) -> Pairs {
    let mut moved: BTreeMap<Pair, Vec<(u32, u32)>> = BTreeMap::new();
    let mut kept: BTreeMap<Pair, usize> = BTreeMap::new();
    for pair in found {
        let moves =
            matches!(pair.refactoring, RefactoringType::MoveType | RefactoringType::MoveAndRenameType);
        if !moves || before.container(pair.before).is_some() || after.container(pair.after).is_some() {
            continue;
        }
        let places = (before.entity(pair.before).file, after.entity(pair.after).file);
        let (old, new) = (Package::of(before, places.0), Package::of(after, places.1));
        // A declaration that did not fit its folder and now does was a mistake that got corrected.
        let named = !old.name.is_empty() && !new.name.is_empty() && (old.fits() || !new.fits());
        if old.name != new.name && named {
            if pair.refactoring == RefactoringType::MoveType {
                *kept.entry((old.clone(), new.clone())).or_default() += 1;
            }
            moved.entry((old, new)).or_default().push(places);
        }
    }
    let mut types: BTreeMap<Package, usize> = BTreeMap::new();
    for id in before.ids().filter(|&id| before.container(id).is_none()) {
        *types.entry(Package::of(before, before.entity(id).file)).or_default() += 1;
    }
    let (mut sources, mut targets): (BTreeMap<&Package, usize>, BTreeMap<&Package, usize>) =
        Default::default();
    for (old, new) in moved.keys() {
        *targets.entry(old).or_default() += 1;
        *sources.entry(new).or_default() += 1;
    }
    let mut pairs = Pairs::new();
    for ((old, new), places) in &moved {
        let alone = sources[new] == 1 && targets[old] == 1;
        // If all types were renamed as well, they were merged into another package, if they are the same at all.
        let kept = kept.get(&(old.clone(), new.clone())).copied().unwrap_or(0);
        let share = places.len() as f64 / types[old].max(1) as f64;
        if let (true, Some(&(before, after))) = (alone && places.len() > 1 && kept > 0, places.iter().min()) {
            pairs.insert((old.clone(), new.clone()), Went { before, after, share });
        }
    }
    pairs
}

/// A package without types of its own, all of whose inner packages moved to the same places inside one other package.
fn together(before: &Model, after: &Model, pairs: &Pairs, holds: Holds<'_>) -> Option<(Pair, Vec<Pair>)> {
    let mut inner: BTreeMap<Pair, Vec<Pair>> = BTreeMap::new();
    for pair in pairs.keys() {
        if let (Some((old, x)), Some((new, y))) = (pair.0.outer(), pair.1.outer())
            && x == y
            && old.name != new.name
        {
            inner.entry((old, new)).or_default().push(pair.clone());
        }
    }
    let under = |path: &FilePath, folder: &[u8]| {
        path.as_bytes().strip_prefix(folder).is_some_and(|rest| rest.first() == Some(&b'/'))
    };
    let none = |model: &Model, folder: &[u8]| !model.files.iter().any(|f| under(&f.path, folder));
    inner.into_iter().find(|((old, new), inner)| {
        let covered =
            |file: &FilePath| inner.iter().any(|(p, _)| file.folder() == p.folder || under(file, &p.folder));
        inner.len() > 1
            && !pairs.contains_key(&(old.clone(), new.clone()))
            && before.files.iter().all(|f| !under(&f.path, &old.folder) || covered(&f.path))
            && none(after, &old.folder)
            && none(before, &new.folder)
            && !holds(&old.folder, true)
            && !holds(&new.folder, true)
    })
}
