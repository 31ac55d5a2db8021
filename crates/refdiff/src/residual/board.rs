//! What is known about every token while the residual is computed.

use super::tokens::{Tok, Tokens};
use crate::lines::{self, Text};
use crate::model::{EntityId, FilePath, Lexicon, Model, Role, Symbol, TokenRange};
use crate::report::Comparison;
use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};
use std::cell::OnceCell;
use std::ops::Range;

/// The two sides, as an index.
pub(super) const BEFORE: usize = 0;
pub(super) const AFTER: usize = 1;

/// What became of a token, or where it came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum State {
    /// It has no counterpart: something was edited.
    Left,
    /// Its counterpart is the same token of the same entity at the same path.
    Same,
    /// A reported refactoring, or a consequence of one, accounts for it.
    Explained,
}

/// A token by its file and its number in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct TokenPlace {
    pub file: u32,
    pub token: u32,
}

/// An optional place, as small as possible: there is one per token.
#[derive(Clone, Copy)]
struct Slot(TokenPlace);

impl Slot {
    const NONE: Slot = Slot(TokenPlace { file: u32::MAX, token: u32::MAX });

    fn get(self) -> Option<TokenPlace> {
        (self.0.file != u32::MAX).then_some(self.0)
    }
}

/// One file of one side.
pub(super) struct FileBoard<'c> {
    pub path: FilePath,
    pub lexicon: &'static Lexicon,
    pub text: Text,
    pub tokens: Tokens<'c>,
    /// The number of the first token of each line, or of the next token if the line has none.
    first: Vec<u32>,
    pub state: Vec<State>,
    /// Whether a token differed in any comparison.
    pub broken: Vec<bool>,
    partner: Vec<Slot>,
    /// Whether each line differs at this path.
    pub changed: Vec<bool>,
    /// For lines that do not differ, the line of the other side at the same path.
    pub same_line: Vec<Option<u32>>,
    /// The imports and the package of the file; see `header::statements`.
    pub statements: OnceCell<Vec<Range<u32>>>,
}

impl<'c> FileBoard<'c> {
    fn new(path: FilePath, text: Text, tokens: Tokens<'c>) -> Self {
        let (count, lines) = (tokens.len(), text.len());
        let mut first = Vec::with_capacity(lines + 1);
        let mut next = 0;
        tokens.starts(|number, start| {
            while start >= next && first.len() < lines {
                first.push(number);
                next = if first.len() < lines { text.start(first.len()) } else { u32::MAX };
            }
        });
        first.resize(lines + 1, count as u32);
        FileBoard {
            path,
            lexicon: tokens.lexicon(),
            text,
            tokens,
            first,
            state: vec![State::Left; count],
            broken: vec![false; count],
            partner: vec![Slot::NONE; count],
            statements: OnceCell::new(),
            changed: vec![true; lines],
            same_line: vec![None; lines],
        }
    }

    /// The token that a token corresponds to.
    pub fn partner(&self, token: usize) -> Option<TokenPlace> {
        self.partner[token].get()
    }

    /// The tokens of the other side that correspond to tokens of the file.
    pub fn partners(&self) -> impl Iterator<Item = TokenPlace> + '_ {
        self.partner.iter().filter_map(|slot| slot.get())
    }

    /// The line in which a token begins.
    pub fn line(&self, token: usize) -> usize {
        // A token at the start of a line is the first token of that line.
        let lines = &self.first[..self.text.len()];
        lines.partition_point(|&first| first as usize <= token).saturating_sub(1)
    }

    /// The tokens that begin in a line.
    pub fn tokens_in(&self, line: usize) -> Range<usize> {
        self.first[line] as usize..self.first[line + 1] as usize
    }
}

/// A line of one side and the same line of the other: a cache for the last token.
#[derive(Default)]
pub(super) struct Beside {
    file: u32,
    line: usize,
    /// Its tokens; empty before the first lookup.
    tokens: Range<u32>,
    /// The file of the other side and the tokens of the line there, if the line does not differ.
    there: Option<(u32, Range<u32>)>,
}

/// All files of both sides.
pub(super) struct Board<'c> {
    pub comparison: &'c Comparison,
    pub sides: [Vec<FileBoard<'c>>; 2],
    /// The file at the same path on the other side.
    pub twins: [Vec<Option<u32>>; 2],
    /// The entity of each unit's first declaration, by file.
    firsts: [Vec<Vec<EntityId>>; 2],
    /// Lines that differ and are left, although their tokens do not show it: by side, file and line number.
    pub broken_lines: HashSet<(usize, u32, usize)>,
}

impl<'c> Board<'c> {
    /// All files of a comparison; `None` if it has to stop.
    pub fn new(comparison: &'c Comparison, goes_on: &dyn Fn() -> bool) -> Option<Self> {
        let side = |side: usize| -> Option<Vec<FileBoard<'c>>> {
            let files = comparison.sources(side);
            let board =
                |(file, text): (&'c std::sync::Arc<crate::model::SourceFile>, &std::sync::Arc<[u8]>)| {
                    let all = || {
                        FileBoard::new(file.path.clone(), Text::new(text.clone()), Tokens::new(file, text))
                    };
                    goes_on().then(all)
                };
            files.map(board).collect()
        };
        let sides = [side(BEFORE)?, side(AFTER)?];
        let firsts = [comparison.model_before(), comparison.model_after()].map(|model| {
            let mut all: Vec<Vec<EntityId>> = vec![Vec::new(); model.files.len()];
            for id in model.ids().filter(|&id| model.entity(id).declaration == 0) {
                all[model.entity(id).file as usize].push(id);
            }
            all
        });
        let mut board = Board {
            comparison,
            twins: [Vec::new(), Vec::new()],
            sides,
            firsts,
            broken_lines: HashSet::default(),
        };
        for one in [BEFORE, AFTER] {
            let there: HashMap<&FilePath, u32> =
                board.sides[1 - one].iter().enumerate().map(|(i, f)| (&f.path, i as u32)).collect();
            board.twins[one] = board.sides[one].iter().map(|f| there.get(&f.path).copied()).collect();
        }
        board.pair_lines();
        board.check_lines();
        goes_on().then_some(board)
    }

    /// A line that does not differ has the same tokens on both sides, unless a comment that begins or ends elsewhere
    /// hid or uncovered code.
    fn check_lines(&mut self) {
        let mut found = Vec::new();
        for (old, before) in self.sides[BEFORE].iter().enumerate() {
            let Some(new) = self.twins[BEFORE][old] else { continue };
            let after = &self.sides[AFTER][new as usize];
            let (mut ours, mut theirs) = (before.tokens.reader(), after.tokens.reader());
            for (line, &same) in before.same_line.iter().enumerate() {
                let Some(same) = same.map(|same| same as usize) else { continue };
                let (here, there) = (before.tokens_in(line), after.tokens_in(same));
                if here.len() == there.len() {
                    if here.is_empty() {
                        continue;
                    }
                    // A member that is the same on both sides, as most are, is stored only once.
                    let stretches =
                        ours.stretch(here.start, here.len()).zip(theirs.stretch(there.start, there.len()));
                    if stretches.is_some_and(|(x, y)| x.1 == y.1 && std::sync::Arc::ptr_eq(x.0, y.0)) {
                        continue;
                    }
                }
                let mut pairs = here.clone().zip(there.clone());
                let differs = pairs.any(|(x, y)| ours.symbol(x) != theirs.symbol(y));
                if differs || here.len() > there.len() {
                    found.push((BEFORE, old as u32, line));
                }
                if differs || there.len() > here.len() {
                    found.push((AFTER, new, same));
                }
            }
        }
        for (side, file, line) in found {
            self.break_near(side, file, line);
        }
    }

    /// The token at the same position of the same line on the other side, if the line does not differ.
    pub fn anchor(&self, side: usize, at: TokenPlace) -> Option<TokenPlace> {
        let anchor = self.beside(side, at)?;
        (self.token(side, at).symbol == self.token(1 - side, anchor).symbol).then_some(anchor)
    }

    /// The same, but it may be another word where a comment hid or uncovered code.
    pub fn beside(&self, side: usize, at: TokenPlace) -> Option<TokenPlace> {
        self.beside_near(side, at, &mut Beside::default())
    }

    /// The same, but faster if the token is on the line of the last lookup, or on the next.
    pub fn beside_near(&self, side: usize, at: TokenPlace, last: &mut Beside) -> Option<TokenPlace> {
        let is_in = |last: &Beside| last.file == at.file && last.tokens.contains(&at.token);
        if !is_in(last) {
            let file = &self.sides[side][at.file as usize];
            let next = last.line + 1;
            let follows = last.file == at.file
                && next < file.text.len()
                && (file.first[next]..file.first[next + 1]).contains(&at.token);
            let line = if follows { next } else { file.line(at.token as usize) };
            *last =
                Beside { file: at.file, line, tokens: file.first[line]..file.first[line + 1], there: None };
            last.there = file.same_line[line].zip(self.twins[side][at.file as usize]).map(|(same, twin)| {
                let first = &self.sides[1 - side][twin as usize].first;
                (twin, first[same as usize]..first[same as usize + 1])
            });
        }
        let (twin, there) = last.there.as_ref()?;
        let token = there.start + (at.token - last.tokens.start);
        (token < there.end).then_some(TokenPlace { file: *twin, token })
    }

    /// Something changed on a line that does not differ: the nearest differing line, on either side, is left.
    pub fn break_near(&mut self, side: usize, file: u32, line: usize) {
        let nearest = |side: usize, file: u32, line: usize| {
            let changed = &self.sides[side][file as usize].changed;
            let above = (0..line.min(changed.len())).rev().find(|&l| changed[l]);
            let below = (line..changed.len()).find(|&l| changed[l]);
            let all = above.map(|l| (line - l, l)).into_iter().chain(below.map(|l| (l - line, l)));
            all.min().map(|(distance, l)| (distance, side, file, l))
        };
        let own = nearest(side, file, line);
        let there = self.sides[side][file as usize].same_line.get(line).copied().flatten();
        let other = self.twins[side][file as usize]
            .zip(there)
            .and_then(|(twin, line)| nearest(1 - side, twin, line as usize));
        if let Some((_, side, file, line)) = own.into_iter().chain(other).min() {
            self.broken_lines.insert((side, file, line));
        }
    }

    /// Finds the lines that differ at each path, and pairs the others.
    fn pair_lines(&mut self) {
        for old in 0..self.sides[BEFORE].len() {
            let Some(new) = self.twins[BEFORE][old] else { continue };
            let [before, after] = &mut self.sides;
            let (before, after) = (&mut before[old], &mut after[new as usize]);
            let (mut i, mut j) = (0, 0);
            let differences = lines::differences(&before.text, &after.text);
            let end = (before.text.len()..before.text.len(), after.text.len()..after.text.len());
            for (removed, added) in differences.into_iter().chain([end]) {
                while i < removed.start && j < added.start {
                    before.changed[i] = false;
                    after.changed[j] = false;
                    before.same_line[i] = Some(j as u32);
                    after.same_line[j] = Some(i as u32);
                    i += 1;
                    j += 1;
                }
                (i, j) = (removed.end, added.end);
            }
        }
    }

    pub fn model(&self, side: usize) -> &'c Model {
        if side == BEFORE { self.comparison.model_before() } else { self.comparison.model_after() }
    }

    /// The entity of a unit's first declaration.
    pub fn first_of(&self, side: usize, file: u32, unit: u32) -> Option<EntityId> {
        self.firsts[side][file as usize].get(unit as usize).copied()
    }

    pub fn token(&self, side: usize, at: TokenPlace) -> Tok {
        self.sides[side][at.file as usize].tokens.at(at.token as usize)
    }

    /// Whether the line of a token differs at its path.
    pub fn is_on_changed_line(&self, side: usize, at: TokenPlace) -> bool {
        let file = &self.sides[side][at.file as usize];
        file.changed[file.line(at.token as usize)]
    }

    pub fn state(&self, side: usize, at: TokenPlace) -> State {
        self.sides[side][at.file as usize].state[at.token as usize]
    }

    /// Records that two tokens correspond.
    pub fn pair(&mut self, before: TokenPlace, after: TokenPlace, state: State) {
        for (side, here, there) in [(BEFORE, before, after), (AFTER, after, before)] {
            let file = &mut self.sides[side][here.file as usize];
            let at = here.token as usize;
            file.state[at] = file.state[at].max(state);
            if file.partner[at].get().is_none() {
                file.partner[at] = Slot(there);
            }
        }
    }

    /// Marks a token as a consequence of a refactoring.
    pub fn explain(&mut self, side: usize, at: TokenPlace) {
        let state = &mut self.sides[side][at.file as usize].state[at.token as usize];
        if *state == State::Left {
            *state = State::Explained;
        }
    }

    pub fn explain_all(&mut self, side: usize, places: impl IntoIterator<Item = TokenPlace>) {
        places.into_iter().for_each(|at| self.explain(side, at));
    }

    /// Marks tokens as different, no matter what else is found for them.
    pub fn break_all(&mut self, side: usize, places: impl IntoIterator<Item = TokenPlace>) {
        for at in places {
            self.sides[side][at.file as usize].broken[at.token as usize] = true;
        }
    }

    /// Marks the name of an entity as different, at its declaration.
    pub fn break_name(&mut self, side: usize, id: EntityId) {
        let name = Symbol::of(self.model(side).declaration(id).name.as_bytes());
        let is_name = |p: &TokenPlace| {
            let token = self.token(side, *p);
            token.role == Role::Declaration && token.symbol == name
        };
        let found = self.head(side, id).into_iter().find(is_name);
        self.break_shown(side, found);
    }

    /// Marks tokens as different. If their lines do not differ, the nearest differing lines are left.
    pub fn break_shown(&mut self, side: usize, places: impl IntoIterator<Item = TokenPlace>) {
        for place in places {
            if self.is_on_changed_line(side, place) {
                self.break_all(side, [place]);
            } else {
                let line = self.sides[side][place.file as usize].line(place.token as usize);
                self.break_near(side, place.file, line);
            }
        }
    }

    /// Marks tokens as consequences of a refactoring, although they differ.
    pub fn pardon(&mut self, side: usize, places: impl IntoIterator<Item = TokenPlace>) {
        for at in places {
            self.sides[side][at.file as usize].broken[at.token as usize] = false;
            self.explain(side, at);
        }
    }

    /// Everything broken is left.
    pub fn settle(&mut self) {
        for file in self.sides.iter_mut().flatten() {
            for (state, _) in file.state.iter_mut().zip(&file.broken).filter(|(_, broken)| **broken) {
                *state = State::Left;
            }
        }
    }

    /// Whether a unit has a line that differs.
    pub fn has_changed_line(&self, side: usize, id: EntityId) -> bool {
        let entity = self.model(side).entity(id);
        let placed = &self.model(side).files[entity.file as usize].units[entity.unit as usize];
        let tokens = &placed.unit.tokens;
        let (Some(first), Some(last)) = (tokens.first(), tokens.last()) else { return false };
        let file = &self.sides[side][entity.file as usize];
        let line = |byte: u32| file.text.line_of(placed.start + byte);
        let end =
            line(last.end().saturating_sub(1).max(last.start)).min(file.changed.len().saturating_sub(1));
        file.changed[line(first.start).min(end)..=end].contains(&true)
    }

    /// The tokens of a unit, or of a part of it.
    pub fn unit_tokens(&self, side: usize, id: EntityId, part: Option<&TokenRange>) -> Vec<TokenPlace> {
        let entity = self.model(side).entity(id);
        let placed = &self.model(side).files[entity.file as usize].units[entity.unit as usize];
        let tokens = &placed.unit.tokens;
        let part = part.cloned().unwrap_or(0..tokens.len() as u32);
        let Some(slice) = tokens.get(part.start as usize..part.end as usize).filter(|s| !s.is_empty()) else {
            return Vec::new();
        };
        let (from, to) = (placed.start + slice[0].start, placed.start + slice[slice.len() - 1].end());
        self.between(side, entity.file, from, to)
    }

    /// The tokens between two bytes of a file.
    pub fn between(&self, side: usize, file: u32, from: u32, to: u32) -> Vec<TokenPlace> {
        let all = &self.sides[side][file as usize].tokens;
        let first = all.first_from(from);
        let last = (first..all.len()).find(|&t| all.at(t).start >= to).unwrap_or(all.len());
        (first..last).map(|token| TokenPlace { file, token: token as u32 }).collect()
    }

    /// One token of a unit.
    pub fn unit_token(&self, side: usize, id: EntityId, token: u32) -> Option<TokenPlace> {
        self.unit_tokens(side, id, Some(&(token..token + 1))).first().copied()
    }

    /// The head of an entity and the braces of its body: everything but the body.
    pub fn head(&self, side: usize, id: EntityId) -> Vec<TokenPlace> {
        let declaration = self.model(side).declaration(id);
        let mut head = self.unit_tokens(side, id, Some(&declaration.tokens));
        if let Some(body) = &declaration.body {
            let inside = self.unit_tokens(side, id, Some(body));
            head.retain(|place| inside.binary_search_by_key(&place.token, |p| p.token).is_err());
        }
        head.extend(self.closing(side, id));
        head
    }

    /// The brace that closes a type.
    pub fn closing(&self, side: usize, id: EntityId) -> Option<TokenPlace> {
        let entity = self.model(side).entity(id);
        let placed = &self.model(side).files[entity.file as usize].units[entity.unit as usize];
        let is_type = entity.declaration == 0 && entity.kind.level() == crate::model::Level::Type;
        is_type
            .then(|| self.between(side, entity.file, placed.end.saturating_sub(1), placed.end))
            .and_then(|p| p.first().copied())
    }
}
