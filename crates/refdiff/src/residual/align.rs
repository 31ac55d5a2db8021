//! Which tokens of two pieces of code correspond, in the same order: tokens on unchanged lines first.

use super::board::{AFTER, BEFORE, Beside, Board, State, TokenPlace};
use super::stream::{Item, Stream};
use crate::lines::common;
use crate::model::Symbol;
use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};

/// Aligns two streams: corresponding tokens get `state`, all others are broken.
pub(super) fn align(
    board: &mut Board<'_>,
    before: &Stream,
    after: &Stream,
    reported: &HashSet<Symbol>,
    state: State,
) {
    let mut pairs = pairs(board, &before.items, &after.items);
    check(board, before, after, &mut pairs);
    let mut partner: [Vec<Option<u32>>; 2] = [vec![None; before.items.len()], vec![None; after.items.len()]];
    for &(x, y) in &pairs {
        partner[BEFORE][x] = Some(y as u32);
        partner[AFTER][y] = Some(x as u32);
    }
    let unshown = show(board, [&before.items, &after.items], &mut partner);
    for (side, at) in unshown {
        let stream = [before, after][side];
        let item = &stream.items[at];
        // The call that replaces its code, or the nearest line that is shown.
        if !item.own && stream.given.iter().any(|p| board.is_on_changed_line(side, *p)) {
            board.break_all(side, stream.given.iter().copied());
        } else {
            let line = board.sides[side][item.place.file as usize].line(item.place.token as usize);
            board.break_near(side, item.place.file, line);
        }
    }
    for (x, item) in before.items.iter().enumerate() {
        let Some(y) = partner[BEFORE][x] else { continue };
        let other = &after.items[y as usize];
        let same_text = item.word.symbol == other.word.symbol;
        let stays = item.own && other.own && state == State::Same;
        // A changed qualifier where nothing was refactored is an edit, even if the name denotes the same.
        if stays && item.qualifier != other.qualifier && !reported.contains(&item.key) {
            board.break_all(BEFORE, item.also.iter().copied().chain([item.place]));
            board.break_all(AFTER, other.also.iter().copied().chain([other.place]));
            continue;
        }
        let state = if stays && same_text { state } else { State::Explained };
        if !item.made && !other.made {
            board.pair(item.place, other.place, state);
        } else {
            board.explain(BEFORE, item.place);
            board.explain(AFTER, other.place);
        }
        board.explain_all(BEFORE, item.also.iter().copied());
        board.explain_all(AFTER, other.also.iter().copied());
    }
    for (side, stream) in [(BEFORE, before), (AFTER, after)] {
        for (item, partner) in stream.items.iter().zip(&partner[side]) {
            if partner.is_none() && !item.soft {
                board.break_all(side, item.also.iter().copied().chain([item.place]));
            }
        }
        board.explain_all(side, stream.given.iter().copied());
        board.break_all(side, stream.broken.iter().copied());
        board.break_shown(side, strayed(stream, &partner[side]));
    }
}

/// The calls whose code mostly corresponds to nothing: the call is superfluous, or in the wrong position.
fn strayed(stream: &Stream, partner: &[Option<u32>]) -> Vec<TokenPlace> {
    if stream.calls.is_empty() {
        return Vec::new();
    }
    // The number of items in the code of each copy, and how many of them correspond to something.
    let mut counts: HashMap<u32, (usize, usize)> = HashMap::default();
    for (item, partner) in stream.items.iter().zip(partner).filter(|(item, _)| !item.made) {
        let count = counts.entry(item.copy).or_default();
        count.0 += 1;
        count.1 += usize::from(partner.is_some());
    }
    let is_strayed = |copy: &u32| counts.get(copy).is_some_and(|&(all, paired)| paired * 2 <= all);
    stream.calls.iter().filter(|(copy, _)| is_strayed(copy)).map(|&(_, place)| place).collect()
}

/// Corresponding positions: tokens on unchanged lines, then equal tokens between them.
fn pairs(board: &Board<'_>, before: &[Item], after: &[Item]) -> Vec<(usize, usize)> {
    let anchors = anchors(board, before, after);
    let keys = |items: &[Item]| -> Vec<Symbol> { items.iter().map(|i| i.key).collect() };
    let (old, new) = (keys(before), keys(after));
    let mut pairs = Vec::with_capacity(anchors.len());
    let (mut i, mut j) = (0, 0);
    for (x, y) in anchors.into_iter().chain([(old.len(), new.len())]) {
        if i < x && j < y {
            pairs.extend(common(&old[i..x], &new[j..y]).into_iter().map(|(p, q)| (i + p, j + q)));
        }
        if x < old.len() {
            pairs.push((x, y));
        }
        (i, j) = (x + 1, y + 1);
    }
    pairs
}

/// The items by position. Code that was put back twice has one position in the text, which identifies neither copy.
enum Numbers {
    /// In the order of the text, which is the case for almost all code.
    Rising(Vec<(TokenPlace, u32)>),
    Any(HashMap<TokenPlace, Option<u32>>),
}

impl Numbers {
    fn new(items: &[Item]) -> Self {
        let written = items.iter().enumerate().filter(|(_, i)| !i.made);
        let places: Vec<(TokenPlace, u32)> = written.map(|(number, i)| (i.place, number as u32)).collect();
        if places.is_sorted_by(|x, y| x.0 < y.0) {
            return Numbers::Rising(places);
        }
        let mut all: HashMap<TokenPlace, Option<u32>> = HashMap::default();
        for (place, number) in places {
            all.entry(place).and_modify(|first| *first = None).or_insert(Some(number));
        }
        Numbers::Any(all)
    }

    /// Whether an item is the only one at its position.
    fn is_single(&self, place: TokenPlace) -> bool {
        matches!(self, Numbers::Rising(_)) || self.get(place).is_some()
    }

    /// The only item at a position.
    fn get(&self, place: TokenPlace) -> Option<usize> {
        self.get_near(place, &mut 0)
    }

    /// The same, but faster if it is the item at `next`, which is then advanced.
    fn get_near(&self, place: TokenPlace, next: &mut usize) -> Option<usize> {
        let number = match self {
            Numbers::Rising(all) => {
                let at = match all.get(*next) {
                    Some(guess) if guess.0 == place => *next,
                    _ => all.binary_search_by_key(&place, |p| p.0).ok()?,
                };
                *next = at + 1;
                Some(all[at].1)
            }
            Numbers::Any(all) => *all.get(&place)?,
        };
        number.map(|number| number as usize)
    }
}

/// Tokens on unchanged lines, as many as are in the same order in both.
fn anchors(board: &Board<'_>, before: &[Item], after: &[Item]) -> Vec<(usize, usize)> {
    let (here, there) = (Numbers::new(before), Numbers::new(after));
    let mut all: Vec<(usize, usize)> = Vec::new();
    let (mut line, mut next) = (Beside::default(), 0);
    for (number, item) in before.iter().enumerate().filter(|(_, i)| !i.made && here.is_single(i.place)) {
        let place = board.beside_near(BEFORE, item.place, &mut line);
        let found = place.and_then(|place| there.get_near(place, &mut next));
        let same = |j: &usize| after[*j].key == item.key && after[*j].word.symbol == item.word.symbol;
        all.extend(found.filter(same).map(|j| (number, j)));
    }
    longest_rising(&all)
}

/// The longest subsequence of a list whose second members increase.
pub(super) fn longest_rising(all: &[(usize, usize)]) -> Vec<(usize, usize)> {
    if all.is_sorted_by(|x, y| x.1 < y.1) {
        return all.to_vec();
    }
    // The last element of the best sequence of each length, and the predecessor of each.
    let mut ends: Vec<usize> = Vec::new();
    let mut previous: Vec<Option<usize>> = vec![None; all.len()];
    for (number, &(_, y)) in all.iter().enumerate() {
        let length = ends.partition_point(|&end| all[end].1 < y);
        previous[number] = length.checked_sub(1).map(|l| ends[l]);
        if length == ends.len() {
            ends.push(number);
        } else {
            ends[length] = number;
        }
    }
    let mut rising = Vec::with_capacity(ends.len());
    let mut at = ends.last().copied();
    while let Some(number) = at {
        rising.push(all[number]);
        at = previous[number];
    }
    rising.reverse();
    rising
}

/// Removes pairs that only look the same: words whose texts differ, and different variables.
fn check(board: &Board<'_>, before: &Stream, after: &Stream, pairs: &mut Vec<(usize, usize)>) {
    let text = |side: usize, item: &Item| {
        let text = &board.sides[side][item.place.file as usize].text.bytes;
        let word = &item.word;
        (word.symbol == item.key).then(|| &text[word.start as usize..word.end as usize])
    };
    pairs.retain(|&(x, y)| {
        let (old, new) = (&before.items[x], &after.items[y]);
        match (text(BEFORE, old), text(AFTER, new)) {
            (Some(was), Some(is)) => was == is || old.made || new.made,
            _ => true,
        }
    });
    let (were, are) = (before.declarations(), after.declarations());
    let mut partner: Vec<u32> = vec![u32::MAX; before.items.len()];
    for &(x, y) in pairs.iter() {
        partner[x] = y as u32;
    }
    pairs.retain(|&(x, y)| {
        let declared = |stream: &Stream, all: &HashMap<_, usize>, item: &Item| {
            item.uses.map(|variable| all.get(&stream.variable(variable)).copied())
        };
        let was = declared(before, &were, &before.items[x]);
        let is = declared(after, &are, &after.items[y]);
        match (was, is) {
            (Some(Some(was)), Some(Some(is))) => partner[was] as usize == is,
            (Some(None), Some(None)) | (None, None) => true,
            _ => false,
        }
    });
}

/// Tokens that are only on unchanged lines are not shown. If such a token has no partner, the token paired with the
/// one in its place on the other side shows the edit instead. Returns the tokens for which there is none.
fn show(board: &Board<'_>, items: [&[Item]; 2], partner: &mut [Vec<Option<u32>>; 2]) -> Vec<(usize, usize)> {
    let number = |side: usize| -> HashMap<TokenPlace, usize> {
        let mut all = HashMap::default();
        for (number, item) in items[side].iter().enumerate().filter(|(_, i)| !i.made) {
            all.entry(item.place).or_insert(number);
        }
        all
    };
    let hidden = |side: usize, item: &Item| !item.soft && !board.is_on_changed_line(side, item.place);
    let mut open: Vec<(usize, usize)> = Vec::new();
    for side in [BEFORE, AFTER] {
        let alone =
            items[side].iter().enumerate().filter(|(n, i)| partner[side][*n].is_none() && hidden(side, i));
        open.extend(alone.map(|(n, _)| (side, n)));
    }
    let mut unshown = Vec::new();
    if open.is_empty() {
        return unshown;
    }
    let numbers = [number(BEFORE), number(AFTER)];
    while let Some((side, at)) = open.pop() {
        let place = items[side][at].place;
        let anchor = board.anchor(side, place);
        let other = anchor.and_then(|a| numbers[1 - side].get(&a));
        let Some(taker) = other.and_then(|&other| partner[1 - side][other].take()) else {
            unshown.push((side, at));
            continue;
        };
        partner[side][taker as usize] = None;
        if hidden(side, &items[side][taker as usize]) {
            open.push((side, taker as usize));
        }
    }
    unshown
}
