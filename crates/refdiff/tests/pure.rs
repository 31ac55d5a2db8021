//! Edits of behaviour that try to pass for a refactoring. Each case has the refactoring alone, which is pure, and the same with
//! the edit, which is not.
#![allow(clippy::unwrap_used)]

#[path = "support/pure.rs"]
mod support;

use support::{edited, is_pure, left};

const DESK: &str = "class Desk {
    Store db;
    Log log;

    void remove(User u, int id) {
        log.info(\"remove \" + id);
        auth(u, id);
        db.delete(id);
        if (u.isRoot()) {
            log.warn(\"root \" + id);
        }
        log.info(\"done \" + id);
    }

    void auth(User u, int id) {
        if (!u.may(id)) {
            throw new IllegalStateException(\"no\");
        }
    }
}
";

const DESK_EXTRACTED: &str = "class Desk {
    Store db;
    Log log;

    void remove(User u, int id) {
        log.info(\"remove \" + id);
        erase(u, id);
        log.info(\"done \" + id);
    }

    private void erase(User u, int id) {
        auth(u, id);
        db.delete(id);
        if (u.isRoot()) {
            log.warn(\"root \" + id);
        }
    }

    void auth(User u, int id) {
        if (!u.may(id)) {
            throw new IllegalStateException(\"no\");
        }
    }
}
";

#[test]
fn extracted_code_is_the_same_in_the_same_order() {
    edited(
        DESK,
        DESK_EXTRACTED,
        &[
            (
                "        auth(u, id);\n        db.delete(id);\n",
                "        db.delete(id);\n        auth(u, id);\n",
            ),
            (
                "        db.delete(id);\n        if (u.isRoot()) {\n",
                "        if (u.isRoot()) {\n            db.delete(id);\n",
            ),
            (
                "            log.warn(\"root \" + id);\n        }\n",
                "        }\n        log.warn(\"root \" + id);\n",
            ),
            (
                "        erase(u, id);\n        log.info(\"done \" + id);\n",
                "        log.info(\"done \" + id);\n        erase(u, id);\n",
            ),
            ("        erase(u, id);\n", ""),
            ("        erase(u, id);\n", "        erase(u, id);\n        erase(u, id);\n"),
            ("        erase(u, id);\n", "        if (id > 0) erase(u, id);\n"),
            ("        db.delete(id);\n", "        db.delete(id);\n        db.delete(id);\n"),
            ("        db.delete(id);\n", ""),
            ("        erase(u, id);\n", "        erase(u, id + 1);\n"),
            ("erase(User u, int id) {\n", "erase(User u, int id) {\n        if (id == 7) return;\n"),
            (
                "erase(User u, int id) {\n",
                "erase(User u, int id) {\n        // \\u000a if (id == 7) return;\n",
            ),
            ("private void erase", "private synchronized void erase"),
            ("    private void erase", "    @Transactional\n    private void erase"),
            ("private void erase(User u, int id)", "private void erase(User u, long id)"),
            ("u.isRoot()", "!u.isRoot()"),
        ],
    );
}

#[test]
fn a_call_that_is_one_too_many_is_shown() {
    let call = "        erase(u, id);\n";
    let twice = DESK_EXTRACTED.replacen(call, &format!("{call}{call}"), 1);
    let one = |text: &str| vec![("A.java", text.to_owned())];
    assert!(left(&one(DESK), &one(&twice)).contains(&call.to_owned()));
}

#[test]
fn inlined_code_is_the_same_in_the_same_order() {
    edited(
        DESK_EXTRACTED,
        DESK,
        &[
            (
                "        auth(u, id);\n        db.delete(id);\n",
                "        db.delete(id);\n        auth(u, id);\n",
            ),
            ("        db.delete(id);\n", ""),
            (
                "            log.warn(\"root \" + id);\n        }\n",
                "        }\n        log.warn(\"root \" + id);\n",
            ),
        ],
    );
    let two = |text: &str| {
        text.replacen("        log.info(\"done", "        erase(u, id);\n        log.info(\"done", 1)
    };
    let body = "        auth(u, id);\n        db.delete(id);\n        if (u.isRoot()) {\n            log.warn(\"root \" + id);\n        }\n";
    let both = DESK.replacen("        log.info(\"done", &format!("{body}        log.info(\"done"), 1);
    edited(
        &two(DESK_EXTRACTED),
        &both,
        &[(body, "        auth(u, id);\n        db.delete(id);\n"), ("        auth(u, id);\n", "")],
    );
}

#[test]
fn an_early_exit_leaves_the_method_that_it_stands_in() {
    let before = "class Desk {
    Store db;

    void remove(User u, int id) {
        if (u == null) {
            return;
        }
        db.open(id, u);
        db.delete(id, u.name());
        db.close(id, u);
    }
}
";
    let guard = "class Desk {
    Store db;

    void remove(User u, int id) {
        check(u, id);
        db.delete(id, u.name());
        db.close(id, u);
    }

    private void check(User u, int id) {
        if (u == null) {
            return;
        }
        db.open(id, u);
    }
}
";
    let whole = "class Desk {
    Store db;

    void remove(User u, int id) {
        work(u, id);
    }

    private void work(User u, int id) {
        if (u == null) {
            return;
        }
        db.open(id, u);
        db.delete(id, u.name());
        db.close(id, u);
    }
}
";
    let one = |text: &str| vec![("A.java", text.to_owned())];
    assert!(!is_pure(&one(before), &one(guard)), "the caller carries on");
    edited(before, whole, &[("        work(u, id);\n", "        work(u, id);\n        db.close(id, u);\n")]);
}

#[test]
fn a_value_that_is_given_back_is_the_one_that_was_used() {
    let before = "class Till {
    int vat;

    int total(Order order) {
        int sum = 0;
        for (Item item : order.items()) {
            sum += item.price() * item.count();
        }
        int tax = sum * vat / 100;
        return sum + tax;
    }
}
";
    let after = "class Till {
    int vat;

    int total(Order order) {
        int sum = sum(order);
        int tax = sum * vat / 100;
        return sum + tax;
    }

    private int sum(Order order) {
        int sum = 0;
        for (Item item : order.items()) {
            sum += item.price() * item.count();
        }
        return sum;
    }
}
";
    edited(
        before,
        after,
        &[
            ("        return sum;\n", "        return sum + 1;\n"),
            ("private int sum(", "private long sum("),
            ("        int sum = sum(order);\n", "        int sum = sum(order) + 1;\n"),
            ("        int sum = sum(order);\n", "        int sum = sum(null);\n"),
            ("return sum + tax;", "return tax + sum;"),
        ],
    );
}

#[test]
fn a_field_is_not_taken_for_a_local_that_was_there() {
    let before = "class Till {
    int rate = 9;

    int total(int price) {
        int rate = 7;
        log(\"total of \" + price);
        int tax = price * rate / 100;
        log(\"tax of \" + tax);
        return price + tax;
    }
}
";
    let after = "class Till {
    int rate = 9;

    int total(int price) {
        int rate = 7;
        log(\"total of \" + price);
        int tax = tax(price);
        return price + tax;
    }

    private int tax(int price) {
        int tax = price * rate / 100;
        log(\"tax of \" + tax);
        return tax;
    }
}
";
    let one = |text: &str| vec![("A.java", text.to_owned())];
    assert!(!is_pure(&one(before), &one(after)));
    let right = after
        .replace("tax(price);", "tax(price, rate);")
        .replace("tax(int price)", "tax(int price, int rate)");
    assert!(is_pure(&one(before), &one(&right)));
}

#[test]
fn names_are_what_they_mean_and_not_how_they_are_spelled() {
    let x = |field: &str| {
        format!(
            "class X {{\n    private int {field} = 3;\n\n    int least(int n) {{\n        return n < {field} ? {field} : n;\n    }}\n\n    \
             void set(int n) {{\n        this.{field} = n;\n    }}\n}}\n"
        )
    };
    let y = |result: &str| {
        vec![
            ("X.java", x(if result == "old" { "min" } else { "max" })),
            (
                "Y.java",
                format!(
                    "class Y {{\n    int pick(int min, int max) {{\n        return {};\n    }}\n}}\n",
                    if result == "old" { "min" } else { result }
                ),
            ),
        ]
    };
    assert!(is_pure(&y("old"), &y("min")));
    assert!(!is_pure(&y("old"), &y("max")));
    let token = |own: &str, library: &str| {
        vec![
            (
                "Pool.java",
                format!(
                    "class Pool {{\n    private static class {own} {{\n        int seed = 4;\n\n        int next(int n) {{\n            \
                     seed = seed * 31 + n;\n            return seed;\n        }}\n    }}\n\n    int take(int n) {{\n        return new {own}().next(n);\n    }}\n}}\n"
                ),
            ),
            (
                "Keys.java",
                format!(
                    "import java.security.SecureRandom;\nimport java.util.Random;\n\nclass Keys {{\n    long key() {{\n        return new {library}().nextLong();\n    }}\n}}\n"
                ),
            ),
        ]
    };
    assert!(is_pure(&token("SecureRandom", "SecureRandom"), &token("Random", "SecureRandom")));
    assert!(!is_pure(&token("SecureRandom", "SecureRandom"), &token("Random", "Random")));
}

#[test]
fn a_renamed_type_takes_no_name_away_from_others() {
    let files = |own: &str| {
        vec![
            (
                "p/Pool.java",
                format!(
                    "package p;\n\nclass {own} {{\n    int seed = 4;\n\n    int next(int n) {{\n        seed = seed * 31 + n;\n        return seed;\n    }}\n}}\n"
                ),
            ),
            (
                "p/Keys.java",
                format!(
                    "package p;\n\nimport java.util.*;\n\nclass Keys {{\n    {own} own;\n\n    int key() {{\n        return new Random().nextInt();\n    }}\n}}\n"
                ),
            ),
        ]
    };
    assert!(is_pure(&files("Dice"), &files("Chance")));
    assert!(!is_pure(&files("Dice"), &files("Random")), "new Random() is another type now");
}

#[test]
fn parameters_keep_their_places() {
    let text = |name: &str, parameters: &str| {
        format!(
            "class Bank {{\n    void {name}({parameters}) {{\n        from.balance -= 5;\n        to.balance += 5;\n        log(from, to);\n    }}\n\n    \
             void all(Account a, Account b) {{\n        {name}(a, b);\n    }}\n}}\n"
        )
    };
    edited(
        &text("pay", "Account from, Account to"),
        &text("send", "Account from, Account to"),
        &[("Account from, Account to", "Account to, Account from"), ("send(a, b)", "send(b, a)")],
    );
}

#[test]
fn what_moves_keeps_its_modifiers() {
    let files = |texts: &str, names: &str, call: &str| {
        format!(
            "class Texts {{\n    int other;\n{texts}}}\n\nclass Names {{\n    int some;\n{names}}}\n\nclass User {{\n    String name(String s) {{\n        return {call}.trim(s);\n    }}\n}}\n"
        )
    };
    let body = "    private static String trim(String text) {\n        String cut = text.strip();\n        return cut.isEmpty() ? null : cut.toLowerCase();\n    }\n";
    let wider = body.replace("private static", "static");
    edited(
        &files(body, "", "Texts"),
        &files("", &wider, "Names"),
        &[
            ("    static String trim", "    String trim"),
            ("    static String trim", "    synchronized static String trim"),
            ("    static String trim", "    @Cached\n    static String trim"),
            ("Names.trim(s)", "Names.trim(null)"),
        ],
    );
    let one = |text: String| vec![("A.java", text)];
    assert!(!is_pure(&one(files(&wider, "", "Texts")), &one(files("", body, "Names"))), "seen from less far");
    let field = |base: &str, sub: &str| {
        format!(
            "class Base {{\n    int id;\n{base}}}\n\nclass Door extends Base {{\n    int width;\n{sub}\n    int area() {{\n        return height * width + height;\n    }}\n}}\n"
        )
    };
    edited(
        &field("", "    protected int height = 4;\n"),
        &field("    protected int height = 4;\n", ""),
        &[
            ("protected int height", "protected static int height"),
            ("protected int height", "protected volatile int height"),
            ("height = 4", "height = 5"),
        ],
    );
}

#[test]
fn the_object_stays_the_same() {
    let before = "class Account {
    int balance;

    static void pay(Account from, Account to, int sum) {
        from.balance -= sum;
        to.balance += sum;
        System.out.println(from.balance + to.balance);
    }
}

class Bank {
    int balance;

    void all(Account a, Account b) {
        Account.pay(a, b, 3);
    }
}
";
    let after = "class Account {
    int balance;
}

class Bank {
    int balance;

    static void pay(Account from, Account to, int sum) {
        from.balance -= sum;
        to.balance += sum;
        System.out.println(from.balance + to.balance);
    }

    void all(Account a, Account b) {
        pay(a, b, 3);
    }
}
";
    edited(
        before,
        after,
        &[
            ("to.balance += sum;", "balance += sum;"),
            ("pay(a, b, 3)", "pay(b, a, 3)"),
            ("from.balance -=", "to.balance -="),
        ],
    );
    let call = |name: &str, receiver: &str| {
        format!(
            "class Door {{\n    void {name}(boolean on) {{\n        System.out.println(\"lock \" + on);\n        int a = on ? 1 : 2;\n        System.out.println(a);\n    }}\n}}\n\n\
             class User {{\n    void copy(Door from, Door to) {{\n        {receiver}.{name}(true);\n    }}\n}}\n"
        )
    };
    edited(&call("lock", "from"), &call("bolt", "from"), &[("from.bolt", "to.bolt")]);
}

#[test]
fn values_are_worked_out_in_the_same_order() {
    let text = |name: &str, fields: &str| {
        format!(
            "class Plan {{\n{fields}\n    int {name}(int n) {{\n        int sum = n * first;\n        sum += second;\n        return sum - n / 3;\n    }}\n}}\n"
        )
    };
    let fields = "    static int first = next();\n    static int second = next() * 2;\n";
    let swapped = "    static int second = next() * 2;\n    static int first = next();\n";
    edited(&text("weigh", fields), &text("measure", fields), &[(fields, swapped)]);
    let fields = "    static int first = 1;\n    Clock one = new Clock();\n    Clock two = new Clock();\n";
    let swapped = "    static int first = 1;\n    Clock two = new Clock();\n    Clock one = new Clock();\n";
    edited(&text("weigh", fields), &text("measure", fields), &[(fields, swapped)]);
    let kinds = |name: &str, constants: &str| {
        format!(
            "enum Kind {{\n    {constants};\n\n    int {name}(int n) {{\n        int sum = n * ordinal();\n        sum += 4;\n        return sum - n / 3;\n    }}\n}}\n"
        )
    };
    edited(
        &kinds("weigh", "LOW,\n    HIGH"),
        &kinds("measure", "LOW,\n    HIGH"),
        &[("LOW,\n    HIGH", "HIGH,\n    LOW")],
    );
}

#[test]
fn an_assigned_parameter_does_not_change_the_variable_outside() {
    let text = |body: &str, extracted: bool| {
        if extracted {
            format!(
                "class Desk {{\n    int run(int x) {{\n        System.out.println(\"run\");\n        bump(x);\n        return x;\n    }}\n\n    \
                 private void bump(int x) {{\n{body}    }}\n}}\n"
            )
        } else {
            format!(
                "class Desk {{\n    int run(int x) {{\n        System.out.println(\"run\");\n{body}        return x;\n    }}\n}}\n"
            )
        }
    };
    let one = |text: String| vec![("A.java", text)];
    for change in ["++(x);", "(x) = x * 3;", "x += 3;", "x++;"] {
        let body = format!(
            "        System.out.println(\"bump \" + x);\n        {change}\n        System.out.println(\"end \" + x);\n"
        );
        assert!(!is_pure(&one(text(&body, false)), &one(text(&body, true))), "{change}");
    }
}
