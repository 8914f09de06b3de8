import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { noFindings, type Scanner } from "../scanner.ts";
import { scannersDir, scannerPackages, notInstalled } from "../programs.ts";

/** The part of https://github.com/secretlint/secretlint that we use. */
interface Secretlint {
  createEngine(options: object): Promise<{
    executeOnFiles(files: { filePathList: string[] }): Promise<{ ok: boolean; output: string }>;
  }>;
}

const outputSchema = z.array(
  z.object({ filePath: z.string(), messages: z.array(z.object({ ruleId: z.string(), message: z.string() })) }),
);

/** Looks for keys and passwords in the files of `dir` that git tracks, or in `files`. */
export function secretsIn(dir: string, files?: string[]): Scanner {
  return {
    name: "secretlint",
    async run() {
      const version = scannerPackages.versionOf("@secretlint/node");
      if (version === undefined) return notInstalled("secretlint");
      const secretlint = scannerPackages.load("@secretlint/node") as Secretlint;
      const engine = await secretlint.createEngine({
        cwd: scannersDir,
        formatter: "json",
        color: false,
        maskSecrets: true,
        configFileJSON: { rules: [{ id: "@secretlint/secretlint-rule-preset-recommend" }] },
      });
      const kept = files ?? filesInGit(dir);
      if (kept === undefined)
        return { missing: "git does not say which files it keeps (apt-get install git, and run this in a clone)" };
      const filePathList = kept
        .filter((file) => file !== "" && !/\.(png|jar)$/.test(file))
        .map((file) => join(dir, file));
      const { output } = await engine.executeOnFiles({ filePathList: filePathList.filter((file) => existsSync(file)) });
      const found = output === "" ? [] : outputSchema.parse(JSON.parse(output));
      const findings = found.flatMap(({ filePath, messages }) =>
        messages.map(({ ruleId, message }) => `${filePath}: ${ruleId}: ${message.slice(0, 100)}`),
      );
      return noFindings(version, `${filePathList.length} files`, findings);
    },
  };
}

/** Undefined without git, or if git does not trust this clone. */
function filesInGit(dir: string): string[] | undefined {
  const { status, stdout } = spawnSync("git", ["ls-files", "-z"], { cwd: dir, encoding: "utf8" });
  return status === 0 ? stdout.split("\0") : undefined;
}

export const secrets = secretsIn(join(import.meta.dirname, "../.."));
