//! Code that went from one method to another: how much of a body left its present caller, or moved into its former
//! caller. Extract Method and Inline Method are the two directions of this.

use super::accessors::parameter_names;
use super::calls::Called;
use crate::correspondence::{Body, Correspondence, Fit, Likeness, Statement, Word, align};
use crate::matching::Context;
use crate::model::{Call, CallSite, EntityId, Level, Model, NodeKind, Role, Symbol, TokenRange, Unit};
use crate::similarity::Weights;
use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};
use std::rc::Rc;

/// Which way the code went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Direction {
    /// Out of a method, into an added method that it calls.
    Out,
    /// Into a method, from a removed method that it called.
    In,
}

impl Direction {
    /// The side on which the code is called.
    pub fn poor<'m>(self, context: &Context<'m>) -> &'m Model {
        match self {
            Direction::Out => context.after,
            Direction::In => context.before,
        }
    }
}

/// A method that exists before and after the change. On the `rich` side it contains the code, on the `poor` side it
/// calls it.
pub(crate) struct Host<'c, 'm> {
    context: &'c Context<'m>,
    direction: Direction,
    rich_body: Rc<Body>,
    poor_body: Rc<Body>,
    /// From the rich side to the poor one.
    mapping: Correspondence,
    /// The words of the rich side without a counterpart on the poor side, by statement.
    free: Vec<Vec<bool>>,
}

/// The evidence that code went to or came from another method. Shares are from 0 to 1, weighted by how rare words
/// are.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Signals {
    /// The share of the body that is found in what left (or came into) the host.
    pub taken: f64,
    /// The share of the body in statements that were found whole, with arguments in place of parameters.
    pub exact: f64,
    /// The share of what vanished at the call that is found in the body or passed on by the call.
    pub vanished: f64,
    /// The share of the found words that are at the position of the call.
    pub placed: f64,
    /// The weight of the found words.
    pub found: f64,
    /// The weight of the body.
    pub size: f64,
    /// The share of the calls in the body, including object creation, that were found.
    pub calls: f64,
    /// The number of found words that are distinctive by themselves.
    pub words: usize,
    /// Whether the body is one call or one name that only passes on its own parameters.
    pub forwards: bool,
}

/// Signals with the words of the rich side that they are based on.
#[derive(Clone, Debug, Default)]
pub(crate) struct Flow {
    pub signals: Signals,
    /// Words of the rich side, as indices of statement and word.
    pub claimed: Vec<(usize, usize)>,
}

/// A word of the extracted or inlined body, with the arguments of a call in place of parameters.
struct PatternWord {
    symbol: Symbol,
    role: Role,
    local: bool,
    arity: Option<u8>,
    /// Not part of an argument.
    own: bool,
    weight: f64,
}

/// A statement counts as found from this share of its words on.
const FOUND: f64 = 0.4;

/// A statement with this share of its unmatched words found went into another one, however large that is.
const ABSORBED: f64 = 0.6;

/// A plain word says almost nothing. It weighs as little as a word that occurs in every method: the logarithm of 2.
const PLAIN: f64 = std::f64::consts::LOG10_2;

/// Added to the weight of what vanished, because a single common word that is found proves little. It is the weight
/// of two words that occur in every method.
const DOUBT: f64 = 2.0 * PLAIN;

/// How many calls of one method in the same host are considered.
const SITES: usize = 4;

/// How many pairs of words are compared for one call in one host. What exceeds this is left out, from the end.
const STEPS: usize = 4_000_000;

impl<'c, 'm> Host<'c, 'm> {
    /// `calls` are the calls on the poor side that the code may have gone to or come from. Their names are not a
    /// counterpart of anything: `data.get(k)` that became `get(k)` lost its `get`.
    pub fn new<'s>(
        context: &'c Context<'m>,
        direction: Direction,
        was: EntityId,
        now: EntityId,
        calls: impl Iterator<Item = &'s CallSite<'m>>,
    ) -> Self
    where
        'm: 's,
    {
        let names: HashSet<u32> = calls.map(|site| site.call.token).collect();
        let (before, after) = (context.statements_before(was), context.statements_after(now));
        let mapping = Correspondence::new(&before, &after);
        let (mapping, rich_body, poor_body) = match direction {
            Direction::Out => (mapping, before, after),
            Direction::In => (mapping.turned(), after, before),
        };
        let free = rich_body.all.iter().enumerate().map(|(place, statement): (usize, &Statement)| {
            let pair = mapping.of_before(place);
            let mut free = vec![pair.is_none_or(|p| p.likeness != Likeness::Equal); statement.words.len()];
            if let Some(pair) = pair {
                let words = &poor_body.all[pair.after].words;
                let stayed = pair.words.iter().filter(|(_, there)| !names.contains(&words[*there].at));
                stayed.for_each(|&(word, _)| free[word] = false);
            }
            free
        });
        let free = free.collect();
        Host { context, direction, rich_body, poor_body, mapping, free }
    }

    /// How much of a called method is contained in this one. Words in `taken` went elsewhere.
    pub fn flow(&self, called: &Called<'_>, taken: &HashSet<(usize, usize)>) -> Flow {
        let body = match self.direction {
            Direction::Out => self.context.statements_after(called.callee),
            Direction::In => self.context.statements_before(called.callee),
        };
        let sites = called.sites.iter().take(SITES);
        let flows = sites.map(|site| self.flow_at(called, &body, site, taken));
        let worth = |flow: &Flow| flow.signals.taken + flow.signals.exact + flow.signals.vanished;
        flows.reduce(|best, next| if worth(&next) > worth(&best) { next } else { best }).unwrap_or_default()
    }

    fn flow_at(
        &self,
        called: &Called<'_>,
        body: &Body,
        site: &CallSite<'_>,
        taken: &HashSet<(usize, usize)>,
    ) -> Flow {
        let model = self.direction.poor(self.context);
        let unit = model.unit(site.caller);
        let weights = &self.context.documents(Level::Method).weights;
        let arguments: Vec<Vec<Symbol>> =
            arguments(unit, site.call).into_iter().map(|range| telling(unit, range)).collect();
        let receiver = telling(unit, site.call.tokens.start..site.call.token.max(site.call.tokens.start));
        let names = if called.direct { parameter_names(model, called.callee) } else { HashMap::default() };
        let patterns: Vec<Vec<PatternWord>> =
            body.all.iter().map(|statement| pattern(statement, &names, &arguments, weights)).collect();
        let size: f64 = patterns.iter().flatten().map(|w| w.weight).sum();
        let mut flow = Flow::default();
        if size == 0.0 {
            return flow;
        }
        let mut candidates = self.candidates(&patterns, &receiver);
        candidates.sort_by(|x, y| {
            let rank = |c: &Candidate| (c.exact, c.free);
            rank(y)
                .cmp(&rank(x))
                .then(y.weight.total_cmp(&x.weight))
                .then((x.part, x.of).cmp(&(y.part, y.of)))
        });
        let mut used: HashSet<(usize, usize)> = taken.clone();
        let mut done = vec![false; patterns.len()];
        let (mut found, mut exact, mut calls_found) = (0.0, 0.0, 0usize);
        for candidate in candidates {
            if done[candidate.part] {
                continue;
            }
            let pattern = &patterns[candidate.part];
            let fresh: Vec<&Matched> =
                candidate.words.iter().filter(|m| !used.contains(&(candidate.of, m.word))).collect();
            let weight: f64 = fresh.iter().map(|m| m.weight).sum();
            let whole: f64 = pattern.iter().map(|w| w.weight).sum();
            if weight < FOUND * whole && fresh.len() < candidate.words.len() {
                continue;
            }
            done[candidate.part] = true;
            found += weight;
            if candidate.exact && fresh.len() == candidate.words.len() {
                exact += whole;
            }
            calls_found += fresh.iter().filter(|m| m.is_call).count();
            used.extend(fresh.iter().map(|m| (candidate.of, m.word)));
            flow.claimed.extend(fresh.iter().map(|m| (candidate.of, m.word)));
        }
        let calls = patterns.iter().flatten().filter(|w| w.own && w.arity.is_some()).count();
        let claimed: HashSet<(usize, usize)> = flow.claimed.iter().copied().collect();
        let region = self.region(site.call);
        let handed_on: HashSet<Symbol> = arguments.iter().flatten().chain(&receiver).copied().collect();
        let weight_of = |&(s, w): &(usize, usize)| self.weight(&self.rich_body.all[s].words[w], weights);
        let gone: f64 = region.iter().map(weight_of).sum();
        let explained: f64 = region
            .iter()
            .filter(|place| {
                claimed.contains(place)
                    || handed_on.contains(&self.rich_body.all[place.0].words[place.1].symbol)
            })
            .map(weight_of)
            .sum();
        let region: HashSet<(usize, usize)> = region.into_iter().collect();
        let placed: f64 = flow.claimed.iter().filter(|place| region.contains(place)).map(weight_of).sum();
        let claimed_weight: f64 = flow.claimed.iter().map(weight_of).sum();
        let share = |part: f64, whole: f64| if whole > 0.0 { (part / whole).min(1.0) } else { 0.0 };
        flow.signals = Signals {
            taken: share(found, size),
            exact: share(exact, size),
            // What is only passed on did not leave.
            vanished: if placed > 0.0 { share(explained, gone + DOUBT) } else { 0.0 },
            placed: share(placed, claimed_weight),
            found,
            size,
            calls: share(calls_found as f64, calls as f64),
            forwards: patterns.len() == 1
                && patterns.iter().flatten().filter(|w| w.weight > 0.0).count() <= 1,
            words: claimed.iter().filter(|(s, w)| !self.rich_body.all[*s].words[*w].plain).count(),
        };
        flow
    }

    fn weight(&self, word: &Word, weights: &Weights) -> f64 {
        if word.plain { PLAIN } else { weights.idf(word.symbol) }
    }

    /// The words of the rich side without a counterpart that were at the position of a call.
    fn region(&self, call: &Call) -> Vec<(usize, usize)> {
        let Some(place) = self.poor_body.at(call.token) else { return Vec::new() };
        let mut statements: Vec<usize> = self.mapping.gap_before(place).collect();
        if let Some(pair) = self.mapping.of_after(place)
            && !statements.contains(&pair.before)
        {
            statements.push(pair.before);
        }
        let words = |s: usize| (0..self.free[s].len()).map(move |w| (s, w));
        statements
            .into_iter()
            .flat_map(words)
            .filter(|&(s, w)| self.free[s][w] && self.rich_body.all[s].words[w].is_telling())
            .collect()
    }

    /// Which statement of the body may be part of which statement of the rich side.
    fn candidates(&self, patterns: &[Vec<PatternWord>], receiver: &[Symbol]) -> Vec<Candidate> {
        // What may have left, by its words.
        let mut left: HashMap<Symbol, Vec<usize>> = HashMap::default();
        for (place, statement) in self.rich_body.all.iter().enumerate() {
            if self.free[place].iter().any(|&free| free) {
                for word in statement.words.iter().filter(|w| w.is_telling()) {
                    let places = left.entry(word.symbol).or_default();
                    if places.last() != Some(&place) {
                        places.push(place);
                    }
                }
            }
        }
        let mut found = Vec::new();
        let mut steps = 0;
        for (part, pattern) in patterns.iter().enumerate() {
            let own = pattern.iter().filter(|w| w.own && (w.weight > PLAIN || w.local));
            let mut places: Vec<usize> = own.filter_map(|w| left.get(&w.symbol)).flatten().copied().collect();
            places.sort_unstable();
            places.dedup();
            // Aligning two statements takes as many steps as they have pairs of words.
            let words = |of: &usize| self.rich_body.all[*of].words.len();
            steps += pattern.len() * places.iter().map(words).sum::<usize>();
            if steps > STEPS {
                break;
            }
            found.extend(places.into_iter().filter_map(|of| self.candidate(part, pattern, of, receiver)));
        }
        found
    }

    fn candidate(
        &self,
        part: usize,
        pattern: &[PatternWord],
        of: usize,
        receiver: &[Symbol],
    ) -> Option<Candidate> {
        let words = &self.rich_body.all[of].words;
        let telling: Vec<usize> = (0..words.len()).filter(|&w| words[w].is_telling()).collect();
        let fit = |p: &PatternWord, &w: &usize| {
            let word = &words[w];
            if p.symbol == word.symbol {
                // Methods with the same name but a different number of arguments are not the same.
                let other = matches!((p.arity, word.arity), (Some(x), Some(y)) if x != y);
                return if other { Fit::Stands } else { Fit::Same };
            }
            let variables = p.own && p.local && word.local;
            // The receiver outside is the object itself, or a part of it, inside.
            let object = p.own && p.role == Role::Use && !p.local && receiver.contains(&word.symbol);
            let types = p.own
                && p.role == Role::Type
                && word.role == Role::Type
                && self.context.are_related_types(p.symbol, word.symbol);
            if variables || object || types { Fit::Stands } else { Fit::None }
        };
        let pairs = align(pattern, &telling, fit);
        // A call on another field is another call.
        let on_another = |p: usize, t: usize| {
            let (Some(before), Some(there)) = (p.checked_sub(1), t.checked_sub(1)) else { return false };
            let (own, word) = (&pattern[before], &words[telling[there]]);
            let field = |role: Role, local: bool| role == Role::Use && !local;
            pattern[p].role == Role::Call
                && own.own
                && field(own.role, own.local)
                && field(word.role, word.local)
                && fit(own, &telling[there]) == Fit::None
        };
        let (mut matched, mut weight) = (Vec::new(), 0.0);
        let mut free = true;
        for &(p, t) in &pairs {
            let (own, word) = (&pattern[p], telling[t]);
            let same = fit(own, &word) == Fit::Same && !on_another(p, t);
            let share = if same { 1.0 } else { 0.5 };
            weight += share * own.weight;
            free &= self.free[of][word] || !own.own;
            matched.push(Matched {
                word,
                weight: share * own.weight,
                is_call: own.own && own.arity.is_some() && same,
            });
        }
        // A statement whose counterpart is more similar than this one stayed. Differing words may still have left.
        let likeness = 2.0 * pairs.len() as f64 / (pattern.len() + telling.len()) as f64;
        let stayed = self.mapping.of_before(of).map_or(0.0, |pair| {
            let other = self.poor_body.all[pair.after].words.iter().filter(|w| w.is_telling()).count();
            2.0 * pair.words.len() as f64 / (telling.len() + other) as f64
        });
        if !free && likeness <= stayed {
            matched.retain(|m| self.free[of][m.word]);
            weight = matched.iter().map(|m| m.weight).sum();
        }
        let whole: f64 = pattern.iter().map(|w| w.weight).sum();
        if whole == 0.0 || weight < FOUND * whole && !self.is_absorbed(of, &matched) {
            return None;
        }
        let first = pairs.first().map_or(0, |pair| pair.1);
        let last = pairs.last().map_or(0, |pair| pair.1);
        let same = pairs.iter().all(|&(p, t)| fit(&pattern[p], &telling[t]) == Fit::Same);
        let exact = same
            && pairs.len() == pattern.len()
            && last + 1 - first == pairs.len()
            && matched.len() == pairs.len();
        Some(Candidate { part, of, words: matched, weight, exact, free })
    }
}

impl Host<'_, '_> {
    /// Whether most words of a statement without a counterpart were found: a line that grew into a larger method.
    fn is_absorbed(&self, of: usize, matched: &[Matched]) -> bool {
        let weights = &self.context.documents(Level::Method).weights;
        let words = &self.rich_body.all[of].words;
        let free = (0..words.len()).filter(|&w| self.free[of][w] && words[w].is_telling());
        let whole: f64 = free.map(|w| self.weight(&words[w], weights)).sum();
        let own = matched.iter().filter(|m| m.weight > 0.0 && self.free[of][m.word]);
        let found: f64 = own.map(|m| self.weight(&words[m.word], weights)).sum();
        found > PLAIN && found >= ABSORBED * whole
    }
}

struct Matched {
    word: usize,
    weight: f64,
    is_call: bool,
}

struct Candidate {
    /// The statement of the body.
    part: usize,
    /// The statement of the rich side.
    of: usize,
    words: Vec<Matched>,
    weight: f64,
    /// All of it was found, and nothing in between.
    exact: bool,
    /// None of it has a counterpart.
    free: bool,
}

/// The words of a statement, with the arguments of a call in place of parameters. Of `return x`, `x;` and `T y = x`
/// only the common `x` counts; the target of an assignment counts as well.
fn pattern(
    statement: &Statement,
    parameters: &HashMap<Symbol, usize>,
    arguments: &[Vec<Symbol>],
    weights: &Weights,
) -> Vec<PatternWord> {
    let mut pattern = Vec::new();
    for (place, word) in statement.words.iter().enumerate().filter(|(_, w)| w.is_telling()) {
        let argument = parameters.get(&word.symbol).filter(|_| word.local && word.role == Role::Use);
        match argument.and_then(|&place| arguments.get(place)) {
            Some(argument) => pattern.extend(argument.iter().map(|&symbol| PatternWord {
                symbol,
                role: Role::Use,
                local: false,
                arity: None,
                own: false,
                weight: 0.0,
            })),
            None => pattern.push(PatternWord {
                symbol: word.symbol,
                role: word.role,
                local: word.local,
                arity: word.arity,
                own: true,
                weight: match word.plain {
                    _ if place < statement.core.start && is_frame(statement, word) => 0.0,
                    true => PLAIN,
                    false => weights.idf(word.symbol),
                },
            }),
        }
    }
    pattern
}

/// Whether a word only says what happens to the value that a statement computes.
fn is_frame(statement: &Statement, word: &Word) -> bool {
    word.role == Role::Keyword || statement.kind == NodeKind::LocalDeclaration
}

fn telling(unit: &Unit, range: TokenRange) -> Vec<Symbol> {
    let tokens = &unit.tokens[range.start as usize..range.end as usize];
    tokens.iter().filter(|t| t.role() != Role::Punctuation).map(|t| t.symbol).collect()
}

/// The tokens of each argument of a call.
fn arguments(unit: &Unit, call: &Call) -> Vec<TokenRange> {
    let count = unit.arguments_of(call).len();
    if count == 0 {
        return Vec::new();
    }
    let (open, comma) = (Symbol::of("("), Symbol::of(","));
    let symbol = |at: u32| unit.tokens[at as usize].symbol;
    // After the name, and anything between it and the parenthesis.
    let Some(start) = (call.token + 1..call.tokens.end).find(|&at| symbol(at) == open) else {
        return Vec::new();
    };
    let first = unit.nodes.partition_point(|n| n.tokens.start <= start);
    let mut nodes = unit.nodes[first..].iter().take_while(|n| n.tokens.start < call.tokens.end).peekable();
    let mut ranges = Vec::with_capacity(count);
    let mut at = start + 1;
    let mut from = at;
    while at < call.tokens.end && ranges.len() < count {
        // A nested node contains no comma of this call.
        while nodes.next_if(|n| n.tokens.start < at).is_some() {}
        if let Some(node) = nodes.peek().filter(|n| n.tokens.start == at && n.tokens.end > at) {
            at = node.tokens.end;
        } else if symbol(at) == comma {
            ranges.push(from..at);
            at += 1;
            from = at;
        } else {
            at += 1;
        }
    }
    if ranges.len() < count {
        ranges.push(from..call.tokens.end.saturating_sub(1).max(from));
    }
    ranges
}
