//! Which of several overloads a call refers to.

use super::types::Ty;
use super::{Site, Uses};
use crate::model::body::{Call, CallForm, TypeUse};
use crate::model::{EntityId, Lexicon, Symbol};

impl Uses<'_, '_> {
    /// Among methods with the same name, those that fit the number and, as far as known, the types of the arguments.
    pub(super) fn pick(
        &self,
        mut methods: Vec<EntityId>,
        call: &Call,
        site: Site,
        depth: u32,
    ) -> Vec<EntityId> {
        if call.form == CallForm::Reference {
            return methods;
        }
        let arguments = self.model.unit(site.first).arguments_of(call);
        let given = arguments.len();
        methods.retain(|&m| {
            let parameters = self.model.parameters(m);
            let needed = parameters.iter().filter(|p| !p.optional && !p.variadic).count();
            given >= needed && (given <= parameters.len() || parameters.iter().any(|p| p.variadic))
        });
        if methods.is_empty() || given == 0 {
            return methods;
        }
        let types: Vec<Ty> = arguments.iter().map(|&a| self.type_of(a, site, depth + 1)).collect();
        let words = self.lexicon(site);
        let fits: Vec<Option<u32>> = methods.iter().map(|&m| self.fit(m, &types, words)).collect();
        let best = fits.iter().flatten().max().copied();
        let keep = methods.into_iter().zip(fits).filter(|(_, fit)| fit.is_some() && *fit == best);
        keep.map(|(m, _)| m).collect()
    }

    /// How well arguments of these types fit a method, in a language with these words; `None` if they cannot fit.
    fn fit(&self, method: EntityId, types: &[Ty], words: &Lexicon) -> Option<u32> {
        let parameters = self.model.parameters(method);
        let words_there = self.model.file(method).lexicon;
        let mut sum = 0;
        for (i, ty) in types.iter().enumerate() {
            let Some(parameter) = parameters.get(i).filter(|p| !p.variadic) else { continue };
            let wanted = &parameter.ty;
            match ty {
                Ty::Unknown => {}
                Ty::Written(given) if given == wanted => sum += 2,
                Ty::Written(given) => {
                    let (given, wanted) = (basic(given, words), basic(wanted, words_there));
                    if given != Basic::Other && wanted != Basic::Other && given != wanted {
                        return None;
                    }
                }
                Ty::Known(given) => {
                    if basic(wanted, words_there) != Basic::Other {
                        return None;
                    }
                    match self.scope.resolve(wanted, method) {
                        Some(target) if target == *given => sum += 2,
                        Some(target) if self.scope.is_subtype(*given, target) => sum += 1,
                        _ => {}
                    }
                }
            }
        }
        Some(sum)
    }
}

/// Types that all programs share, as far as they exclude each other as arguments.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Basic {
    Number,
    Truth,
    Text,
    Other,
}

fn basic(ty: &TypeUse, words: &Lexicon) -> Basic {
    if ty.dimensions > 0 {
        return Basic::Other;
    }
    let Some(name) = ty.simple() else { return Basic::Other };
    let is = |words: &[&str]| words.iter().any(|w| Symbol::of(w) == name);
    if is(words.numbers) {
        Basic::Number
    } else if is(&[words.truth]) {
        Basic::Truth
    } else if is(&[words.text]) {
        Basic::Text
    } else {
        Basic::Other
    }
}
