//! Extract Method: a new method, called by what the origin became, made of what left the origin.

use super::{Found, RefactoringType, RelationshipInfo, Rule};
use crate::matching::Context;
use crate::model::{EntityId, Level};

pub(super) const INFO: RelationshipInfo = RelationshipInfo {
    refactoring: RefactoringType::ExtractMethod,
    paper_threshold: 0.1,
    summary: "Part of a method's body became a new method that it calls.",
    example_before: "\
class Report {
    void print(String name) {
        String line = name.trim().toUpperCase();
        System.out.println(\"== \" + line + \" ==\");
        System.out.println(body);
    }
}
",
    example_after: "\
class Report {
    void print(String name) {
        printTitle(name);
        System.out.println(body);
    }
    void printTitle(String name) {
        String line = name.trim().toUpperCase();
        System.out.println(\"== \" + line + \" ==\");
    }
}
",
    rule: Rule::Origin(find),
};

/// The paper's text asks how much of the new method stands in the whole origin; its tool, whose threshold of 0.1
/// this is, how much of it stands in what left the origin: before minus after, as multisets.
fn find(context: &Context<'_>, threshold: f64) -> Vec<Found> {
    let mut found = Vec::new();
    for (extracted, callers) in context.callers_of_added() {
        if is_accessor(context, extracted) {
            continue;
        }
        let documents = context.documents(Level::Method);
        let Some(new) = documents.after(extracted) else { continue };
        for caller in callers {
            let Some(now) = documents.after(caller) else { continue };
            for link in context.matches.before(caller) {
                let Some(was) = documents.before(link.other) else { continue };
                let similarity = documents.weights.containment(&new, &was.minus(&now));
                if similarity >= threshold {
                    let refactoring = RefactoringType::ExtractMethod;
                    found.push(Found { refactoring, before: link.other, after: extracted, similarity });
                }
            }
        }
    }
    found
}

/// Whether a method is a getter or setter of one statement: these stand for a field that was encapsulated, not for
/// code that was extracted.
fn is_accessor(context: &Context<'_>, method: EntityId) -> bool {
    let declaration = context.after.declaration(method);
    let name = declaration.name.as_ref();
    let getter = name.starts_with("get") && declaration.parameters.is_empty();
    let setter = name.starts_with("set") && declaration.parameters.len() == 1;
    (getter || setter) && context.statement_count(context.after, method) == 1
}
