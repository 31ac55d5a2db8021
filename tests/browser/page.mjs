// Opens the pages that refdiff writes in a real Chromium and uses them.
//
//   node page.mjs REFDIFF [--shots FOLDER] [--large PAGE.html]
//
// REFDIFF is the program; FOLDER gets pictures of the pages; PAGE.html is any page, whose speed is measured.
import { end, large } from "./support.mjs";

await import("./commit.mjs");
await import("./history.mjs");
await import("./served.mjs");
if (large) await (await import("./speed.mjs")).measure(large);
await end();
console.log("the pages work");
