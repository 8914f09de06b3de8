import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { noFindings, type Scanner } from "../scanner.ts";
import { documentsOf, fetchDocument } from "../pages.ts";
import { findProgram, scannersDir, scannerPackages, notHere, notInstalled, runProgram } from "../programs.ts";

/**
 * The checker knows neither container queries (https://github.com/w3c/css-validator/issues/474) nor `text-box`
 * (https://www.w3.org/TR/css-inline-3/#text-edges).
 */
const unknownToChecker =
  /^CSS: (Unrecognized at-rule “@container”|“(container-(type|name)|text-box)”: Property .* doesn't exist)/;

const outputSchema = z.object({
  messages: z.array(
    z.object({
      type: z.string(),
      subType: z.string().optional(),
      url: z.string().optional(),
      message: z.string(),
      extract: z.string().optional(),
    }),
  ),
});

/** Runs the Nu Html Checker (https://validator.github.io/validator/) on every document, error pages included. */
export const markup: Scanner = {
  name: "vnu-jar",
  async run(target) {
    const version = scannerPackages.versionOf("vnu-jar");
    if (version === undefined) return notInstalled("vnu-jar");
    const java = findProgram("java");
    if (java === undefined) return notHere("java", "default-jre-headless");
    const dir = join(target.dir, "markup");
    await mkdir(dir, { recursive: true });
    const documents = documentsOf(target);
    for (const [at, document] of documents.entries()) {
      const response = await fetchDocument(target, document);
      await writeFile(join(dir, `${at}.html`), await response.text());
    }
    const jar = join(scannersDir, "node_modules/vnu-jar/build/dist/vnu.jar");
    const args = ["-jar", jar, "--format", "json", "--stdout", "--exit-zero-always", dir];
    const { stdout, stderr } = await runProgram(java, args, { seconds: 240 });
    const output = outputSchema.safeParse(parse(stdout));
    if (!output.success) return noFindings(version, "nothing", [`no answer: ${stderr.slice(0, 300)}`]);
    const errors = output.data.messages.filter(
      ({ type, message }) => type !== "info" && !unknownToChecker.test(message),
    );
    const findings = errors.map(({ url = "", message, extract = "" }) => {
      const at = Number(/(\d+)\.html$/.exec(url)?.[1]);
      return `${documents[at]?.url ?? url}: ${message} ${extract.slice(0, 120)}`;
    });
    return noFindings(version, `${documents.length} documents`, [...new Set(findings)]);
  },
};

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
