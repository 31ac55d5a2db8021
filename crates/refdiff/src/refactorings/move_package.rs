//! Move Package: all types of a package are in one below another parent now.

use super::{RefactoringType, RelationshipInfo, Rule};

pub(super) const INFO: RelationshipInfo = RelationshipInfo {
    refactoring: RefactoringType::MovePackage,
    paper_threshold: None,
    summary: "A package is inside another one: its types went there, and none stayed.",
    example_before: "\
package shop.cart;
class Cart {
    int total(int[] prices) { int sum = 0; for (int p : prices) sum += p; return sum; }
}
class Item {
    String name;
    String label(int n) { return n + \" x \" + name; }
}
",
    example_after: "\
package shop.orders.cart;
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
