//! Rename Package: all types of a package are now in a package with another name and the same parent.

use super::{Group, RefactoringType, Rule, TypeInfo};
use crate::model::Level;

pub(super) const INFO: TypeInfo = TypeInfo {
    refactoring: RefactoringType::RenamePackage,
    name: "Rename Package",
    aliases: &[],
    group: Group::Structure,
    level: Level::Type,
    corresponds: true,
    preserves: true,
    moves: true,
    sentence: "{kind} {old} was renamed to {new}",
    doubtful: false,
    rminer: "",
    confidence: &[(0.3, 0.9), (0.5, 0.97), (1.0, 0.99)],
    paper_threshold: None,
    summary: "A package has another name: its types went there, and none stayed.",
    example_before: "\
package shop.basket;
class Cart {
    int total(int[] prices) { int sum = 0; for (int p : prices) sum += p; return sum; }
}
class Item {
    String name;
    String label(int n) { return n + \" x \" + name; }
}
",
    example_after: "\
package shop.cart;
class Cart {
    int total(int[] prices) { int sum = 0; for (int p : prices) sum += p; return sum; }
}
class Item {
    String name;
    String label(int n) { return n + \" x \" + name; }
}
",
    rule: Rule::Package,
    evidence: None,
};
