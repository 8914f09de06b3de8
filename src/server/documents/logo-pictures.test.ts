import { execFile } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { pathToFileURL } from "node:url";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";

/** Draws link pictures with these names, and prints them in Base64. */
const script = (names: readonly string[]) => `
  import sharp from "sharp";
  import { drawLogo } from "${pathToFileURL(join(import.meta.dirname, "logo-pictures.ts")).href}";
  const white = sharp({ create: { width: 64, height: 64, channels: 3, background: "#fff" } });
  const logo = (await white.webp().toBuffer()).toString("base64");
  for (const name of ${JSON.stringify(names)}) {
    console.log((await drawLogo({ logo, name, color: "#ff9933" }, "link")).toString("base64"));
  }`;

async function draw(names: readonly string[]): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), "no-fonts-"));
  writeFileSync(join(folder, "fonts.conf"), `<fontconfig><dir>${folder}</dir></fontconfig>`);
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--input-type=module", "--disable-warning=ExperimentalWarning", "--eval", script(names)],
    { env: { FONTCONFIG_FILE: join(folder, "fonts.conf") }, maxBuffer: 10_000_000 },
  );
  const pictures = stdout.trim().split("\n");
  expect(pictures).toHaveLength(names.length);
  return pictures;
}

it("a name stands in the link picture in each of India's scripts on a server without fonts", async () => {
  // Without its glyphs, any letter is the same box.
  const names = ["AA", "BB", "कक", "खख", "অঅ", "আআ", "અઅ", "આઆ", "அஅ", "ஆஆ", "అఅ", "ఆఆ"];
  expect(new Set(await draw(names)).size).toBe(names.length);
});

it("the link picture of a name that cannot be seen has the logo alone", async () => {
  expect(new Set(await draw(["\u00ad\u200b", "\u200d\u200c"])).size).toBe(1);
});
