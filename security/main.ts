import { ensureBuilt } from "../scripts/build.js";
import { scan } from "./scan.ts";
import { allJudges } from "./judges.ts";
import { trials } from "./mutants.ts";
import { judgesPackages } from "./programs.ts";
import { runJudges } from "./run.ts";

process.exitCode = await scan(process.argv.slice(2), {
  prepare(say) {
    if (!ensureBuilt()) return false;
    // Each judge reports its missing package itself.
    const problem = judgesPackages.install();
    if (problem !== undefined) say(problem);
    return true;
  },
  judges: allJudges,
  trials,
  hear: (judges) => runJudges(judges),
  say: (line) => console.log(line),
});
