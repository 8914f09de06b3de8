import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, expect, it } from "vitest";
import { generateIdentity, identityToRecipient } from "age-encryption";
import { goodInquiry } from "../testing-api.ts";
import { openStore } from "../open-store.ts";
import { newInquiry } from "../store/testing.ts";
import { freePort, startServer } from "../testing-program.ts";

let cwd: string;
let env: Record<string, string>;
beforeEach(async () => {
  cwd = mkdtempSync(join(tmpdir(), "front-desk-drill-"));
  const identity = await generateIdentity();
  writeFileSync(join(cwd, "key.txt"), `# made for the drill\n${identity}\n`);
  env = {
    PATH: process.env["PATH"] ?? "",
    HOME: cwd,
    TMPDIR: cwd,
    LOG_LEVEL: "silent",
    DATA_DIR: join(cwd, "data"),
    BACKUP_DIR: join(cwd, "backups"),
    BACKUP_RECIPIENT: await identityToRecipient(identity),
    BACKUP_IDENTITY_FILE: join(cwd, "key.txt"),
    PORT: String(await freePort()),
    METRICS_PORT: String(await freePort()),
  };
  const store = await openStore({ dataDir: join(cwd, "data") });
  for (let number = 0; number < 3; number += 1) await store.inquiries.insert(newInquiry(goodInquiry), [], Date.now());
  await store.close();
});
afterEach(() => rmSync(cwd, { recursive: true }));

/** Runs the commands of docs/operating.md as they stand there, but for a person who presses Ctrl-C. */
async function perform(change: Record<string, string> = {}) {
  const guide = readFileSync("docs/operating.md", "utf8");
  const [, lines = ""] = /## A restore drill\n.*?```sh\n(.*?)```/s.exec(guide) ?? [];
  expect(lines.split("\n")).toContain("  npm start");
  const startAndStop = `: > "$DRILL/said"
npm start >> "$DRILL/said" & SERVER=$!
until grep -q 'The site is at' "$DRILL/said"; do kill -0 $SERVER; sleep 0.2; done
echo "ready: $(node -e 'fetch(process.argv[1] + "/readyz").then(({ status }) => console.log(status))' "$(grep -o 'http://localhost:[0-9]*' "$DRILL/said" | head -n 1)")"
kill -TERM $SERVER
wait $SERVER || true`;
  const child = spawn("sh", ["-c", lines.replace("  npm start", () => startAndStop)], { env: { ...env, ...change } });
  const [said, wrong, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  return { said, wrong: wrong.replace(/^npm (warn|notice|error).*\n/gm, ""), code: code as number | null };
}

it("the restore drill of docs/operating.md works beside a live server", { timeout: 300_000 }, async () => {
  const live = await startServer({ cwd, env });
  const { said, wrong, code } = await perform({ PUBLIC_URL: "https://desk.example.com" });
  expect([wrong, code]).toEqual(["", 0]);
  expect(said).toMatch(/Made and checked: .*\.tar\.age \(\d+ kB, 3 inquiries\)/);
  expect(said).toMatch(
    /is whole\. It was made at .* and holds 3 inquiries\.\nThere is no store in .*\nNothing has been changed\./,
  );
  expect(said).toMatch(/Restored, and checked: .*data\. Everybody has to sign in again\./);
  expect(said).toContain("ready: 200");
  expect((await fetch(`${live.origin}/readyz`)).status).toBe(200);
  live.signal("SIGTERM");
  expect((await live.ended).code).toBe(0);
  expect(readdirSync(cwd).filter((name) => name.startsWith("tmp."))).toEqual([]);
});

it.each([
  ["without a backup", { BACKUP_DIR: "/dev/null/backups" }, /^BACKUP_DIR: .*cannot be written/],
  ["without the key of the backup", { BACKUP_IDENTITY_FILE: "" }, /it is encrypted: set BACKUP_PASSPHRASE/],
])("the drill stops at the first failure: %s", { timeout: 300_000 }, async (_what, change, why) => {
  const { said, wrong, code } = await perform(change);
  expect(wrong).toMatch(why);
  expect(wrong.trimEnd().split("\n")).toHaveLength(1);
  expect(said).not.toMatch(/Restored|is whole|ready/);
  expect(code).not.toBe(0);
  expect(readdirSync(cwd).filter((name) => name.startsWith("tmp."))).toEqual([]);
});
