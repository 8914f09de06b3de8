import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, expect, it } from "vitest";
import { generateIdentity, identityToRecipient } from "age-encryption";
import { writeFileSync } from "node:fs";
import { goodInquiry } from "../testing-api.ts";
import { openStore } from "../open-store.ts";
import { newInquiry } from "../store/testing.ts";

let cwd: string;
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "front-desk-drill-"));
});
afterEach(() => rmSync(cwd, { recursive: true }));

it("the restore drill of docs/operating.md can be performed, line by line", { timeout: 180_000 }, async () => {
  const dataDir = join(cwd, "data");
  const store = await openStore({ dataDir });
  for (let number = 0; number < 3; number += 1) await store.inquiries.insert(newInquiry(goodInquiry), [], Date.now());
  await store.close();
  const identity = await generateIdentity();
  writeFileSync(join(cwd, "key.txt"), `# made for the drill\n${identity}\n`);

  const guide = readFileSync("docs/operating.md", "utf8");
  const [, lines = ""] = /### A restore drill\n.*?```sh\n(.*?)```/s.exec(guide) ?? [];
  expect(lines.split("\n")).toContain("PORT=0 npm start");
  // Stands in for a person who views the site and then presses Ctrl-C.
  const startAndStop = `: > "$DRILL/said"
PORT=0 npm start >> "$DRILL/said" & SERVER=$!
until grep -q 'The site is at' "$DRILL/said"; do kill -0 $SERVER; sleep 0.2; done
echo "ready: $(node -e 'fetch(process.argv[1] + "/readyz").then(({ status }) => console.log(status))' "$(grep -o 'http://localhost:[0-9]*' "$DRILL/said" | head -n 1)")"
kill -TERM $SERVER
wait $SERVER || true`;
  const child = spawn("sh", ["-e", "-c", lines.replace("PORT=0 npm start", () => startAndStop)], {
    env: {
      PATH: process.env["PATH"],
      HOME: cwd,
      TMPDIR: cwd,
      LOG_LEVEL: "silent",
      DATA_DIR: dataDir,
      BACKUP_DIR: join(cwd, "backups"),
      BACKUP_RECIPIENT: await identityToRecipient(identity),
      BACKUP_IDENTITY_FILE: join(cwd, "key.txt"),
    },
  });
  const [said, wrong, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  expect([wrong.replace(/^npm (warn|notice).*\n/gm, ""), code]).toEqual(["", 0]);
  expect(said).toMatch(/Made and checked: .*\.tar\.age \(\d+ kB, 3 inquiries\)/);
  expect(said).toMatch(
    /is whole\. It was made at .* and holds 3 inquiries\.\nThere is no store in .*\nNothing has been changed\./,
  );
  expect(said).toMatch(/Restored, and checked: .*data\. Everybody has to sign in again\./);
  expect(said).toContain("ready: 200");
});
