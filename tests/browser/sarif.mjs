// Checks SARIF output against the type declarations of the format that others keep: node sarif.mjs REFDIFF
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const cart = join(here, "../../examples/cart");
const output = execFileSync(resolve(process.argv[2]), ["diff", "--no-index", join(cart, "before"), join(cart, "after"), "--format", "sarif"], { encoding: "utf8" });
const folder = mkdtempSync(join(tmpdir(), "refdiff-sarif-"));
symlinkSync(join(here, "node_modules"), join(folder, "node_modules"));
writeFileSync(join(folder, "check.ts"), `import type { Log } from "sarif";\nexport const log: Log = ${output};\n`);
try {
  execFileSync(join(here, "node_modules/.bin/tsc"), ["--noEmit", "--strict", "--skipLibCheck", "--types", "sarif", join(folder, "check.ts")], { encoding: "utf8", stdio: "pipe" });
  console.log("SARIF is as its types say");
} catch (error) {
  console.error(error.stdout);
  process.exitCode = 1;
}
rmSync(folder, { recursive: true, force: true });
