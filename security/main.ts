import { ensureBuilt } from "../scripts/build.js";
import { scan } from "./scan.ts";
import { allScanners } from "./scanners.ts";
import { trials } from "./mutants.ts";
import { scannerPackages } from "./programs.ts";
import { runScanners } from "./run.ts";

process.exitCode = await scan(process.argv.slice(2), {
  prepare(say) {
    if (!ensureBuilt()) return false;
    // Each scanner reports its missing package itself.
    const problem = scannerPackages.install();
    if (problem !== undefined) say(problem);
    return true;
  },
  scanners: allScanners,
  trials,
  run: (scanners) => runScanners(scanners),
  say: (line) => console.log(line),
});
