/**
 * Chaos tests: break the running product and count what it loses: `npm run chaos -- crash`, `-- power`, `-- disk`,
 * `-- flood`, `-- damage`, `-- cluster`.
 */
import { ensureBuilt } from "./build.js";

const harnesses = ["crash", "power", "disk", "flood", "damage", "cluster"];

const [name = "", ...args] = process.argv.slice(2);
if (!harnesses.includes(name)) {
  console.error(`There is no harness "${name}". There are: ${harnesses.join(", ")}.`);
  process.exitCode = 1;
} else if (ensureBuilt()) {
  process.argv = [...process.argv.slice(0, 2), ...args];
  await import(new URL(`../chaos/${name}.ts`, import.meta.url).href);
} else {
  process.exitCode = 1;
}
