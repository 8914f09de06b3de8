import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { missingProgram, provideProgram } from "./programs/debian.js";
import { refusal, usage } from "./install-service.js";

/** @type {string} */
let root;
beforeAll(() => {
  for (const tool of ["systemctl", "systemd-sysusers"]) {
    if (provideProgram(tool, "systemd") === undefined) throw new Error(missingProgram(tool, "systemd"));
  }
}, 300_000);
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), "front-desk-service-"));
});
afterEach(() => rmSync(root, { recursive: true }));

/**
 * @param {string[]} args
 * @param {import("node:child_process").SpawnSyncOptions} [options]
 */
function install(args, options) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ["scripts/install-service.js", ...args], {
    encoding: "utf8",
    ...options,
  });
  // It builds first if the tests run alone.
  const lines = String(stdout).trimEnd().split("\n");
  return { status, lines: lines.filter((line) => !line.startsWith("Built in")), stderr: String(stderr).trim() };
}

const at = (/** @type {string} */ place) => path.join(root, place);
const modeOf = (/** @type {string} */ place) => (statSync(at(place)).mode & 0o777).toString(8);

describe("the unit", () => {
  /** Findings of `systemd-analyze verify`; the unit's program is not installed here, so this Node stands in for it. */
  function verify(/** @type {string} */ source) {
    const file = at("front-desk.service");
    writeFileSync(file, source.replaceAll("/opt/front-desk/node", process.execPath));
    const { stdout, stderr } = spawnSync("systemd-analyze", ["verify", "--man=no", file], { encoding: "utf8" });
    return (stdout + stderr).split("\n").filter((line) => line.includes("front-desk.service"));
  }
  const unit = readFileSync("deploy/front-desk.service", "utf8");

  it("is one that systemd understands", () => {
    expect(verify(unit)).toEqual([]);
    expect(verify(unit.replace("ProtectHome=", "ProtectHomes="))).not.toEqual([]);
  });

  it("lets the program do little: systemd's own mark is below 2 of 10", () => {
    const file = at("front-desk.service");
    writeFileSync(file, unit);
    const analysis = spawnSync("systemd-analyze", ["security", "--offline=yes", "--threshold=20", file], {
      encoding: "utf8",
    });
    expect({ status: analysis.status, stderr: analysis.stderr }).toEqual({ status: 0, stderr: "" });
  });
});

describe("install-service", () => {
  it("puts the program, its user, its settings and its unit below a folder, and says each step", () => {
    const { status, lines, stderr } = install(["--root", root]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(lines).toHaveLength(5);
    for (const line of lines) expect(line).toMatch(/^ {2}now: /);
    expect(readFileSync(at("/etc/passwd"), "utf8")).toMatch(/^front-desk:.*:\/usr\/sbin\/nologin$/m);
    expect(readFileSync(at("/etc/systemd/system/front-desk.service"), "utf8")).toBe(
      readFileSync("deploy/front-desk.service", "utf8"),
    );
    expect(readFileSync(at("/opt/front-desk/dist/server/main.js"), "utf8")).toBe(
      readFileSync("dist/server/main.js", "utf8"),
    );
    // Native programs cannot be bundled.
    const decode =
      'import sharp from "sharp"; const create = { width: 2, height: 2, channels: 3, background: "red" };' +
      "console.log((await sharp({ create }).webp().toBuffer({ resolveWithObject: true })).info.format);";
    const decoding = spawnSync(process.execPath, ["--input-type=module", "--eval", decode], {
      cwd: at("/opt/front-desk/dist/server"),
      encoding: "utf8",
    });
    expect(decoding).toMatchObject({ stdout: "webp\n", stderr: "" });
    expect([modeOf("/etc/front-desk/environment"), modeOf("/opt/front-desk/node")]).toEqual(["600", "755"]);
  });

  it("installs all that the program needs: it serves from there, with no other package on its way", async () => {
    install(["--root", root]);
    const server = spawn(at("/opt/front-desk/node"), [at("/opt/front-desk/dist/server/main.js")], {
      cwd: at("/opt/front-desk"),
      // The first owner's password is checked against a long list, which is loaded then.
      env: {
        DATA_DIR: at("/data"),
        LOG_LEVEL: "silent",
        PORT: "0",
        ADMIN_EMAIL: "owner@example.com",
        ADMIN_PASSWORD: "a long made-up password",
      },
    });
    try {
      const failed = text(server.stderr);
      const said = await Promise.race([once(server.stdout, "data").then(String), failed]);
      const [origin = said] = /http:\/\/localhost:\d+/.exec(said) ?? [];
      const answer = await fetch(`${origin}/api/session`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ email: "owner@example.com", password: "a long made-up password" }),
      });
      expect(answer.status).toBe(200);
    } finally {
      server.kill("SIGKILL");
      await once(server, "exit");
    }
  });

  it("changes nothing the second time, and puts right what is not as it should be", () => {
    install(["--root", root]);
    writeFileSync(at("/etc/front-desk/environment"), "PORT=4000\n");
    const { lines } = install(["--root", root]);
    for (const line of lines) expect(line).toMatch(/^ {2}as it should be: /);
    appendFileSync(at("/etc/systemd/system/front-desk.service"), "# changed\n");
    appendFileSync(at("/opt/front-desk/dist/server/main.js"), "// changed\n");
    const again = install(["--root", root]).lines.filter((line) => line.startsWith("  now: "));
    expect(again.map((line) => line.split(" (")[0])).toEqual([
      "  now: put the built program and its Node to /opt/front-desk",
      "  now: write /etc/systemd/system/front-desk.service",
    ]);
    expect(readFileSync(at("/opt/front-desk/dist/server/main.js"), "utf8")).not.toContain("// changed");
    expect(readFileSync(at("/etc/front-desk/environment"), "utf8")).toBe("PORT=4000\n");
  });

  it("only says what it would do in a dry run", () => {
    const { status, lines } = install(["--dry-run", "--root", root]);
    expect(status).toBe(0);
    expect(lines.at(-1)).toBe("Nothing was installed.");
    for (const line of lines.slice(0, -1)) expect(line).toMatch(/^would: /);
    expect(() => statSync(at("/etc"))).toThrow("ENOENT");
  });

  it("says in one line where there is no systemd, and what it does not know", () => {
    const nowhere = install(["--root", root], { env: { PATH: root } });
    expect(nowhere.stderr).toMatch(/^install-service needs systemd, and this machine has no systemctl\. See deploy\//);
    const unknown = install(["--force"]);
    expect(unknown.stderr).toMatch(/^Unknown option '--force'/);
    const domain = install(["--domain", "https://desk.example.com"]);
    expect(domain.stderr).toMatch(/^--domain must be a domain alone, such as desk\.example\.com: no https:/);
    const elsewhere = install(["--domain", "desk.example.com", "--root", root]);
    expect(elsewhere.stderr).toMatch(/^--domain is for the machine itself, without --root/);
    expect([nowhere, unknown, domain, elsewhere].map(({ status }) => status)).toEqual([1, 2, 2, 2]);
  });

  it("has each option that the documents name, and the README needs ten lines to a site", () => {
    const documents = ["README.md", "docs/operating.md"].map((file) => readFileSync(file, "utf8"));
    const lines = documents.flatMap((page) => page.split("\n")).filter((line) => line.includes("install-service"));
    const [https = ""] = /\n### HTTPS on this machine\n.*?\n### /s.exec(documents[1] ?? "") ?? [];
    const options = new Set([...lines, https].flatMap((part) => part.match(/--[a-z][a-z-]+/g) ?? []));
    for (const name of ["domain", "yes", "skip-dns-check", "dry-run"]) expect(options).toContain(`--${name}`);
    for (const option of options) expect(usage).toContain(`\n  ${option} `);
    const [, section = ""] = /\n## On a rented server\n(.*?)\n## /s.exec(documents[0] ?? "") ?? [];
    expect(section).toContain("\n   npm run install-service -- --domain desk.example.com\n");
    expect(section.split("\n").filter((line) => line !== "").length).toBeLessThanOrEqual(10);
  });

  it.each([
    ["no root", { uid: 1000 }, /needs root for it: sudo npm run install-service/],
    ["another system", { platform: "darwin" }, /is for Linux with systemd\. See deploy\//],
    ["no systemd", { has: () => false }, /this machine has no systemctl\. See deploy\//],
    ["another first process", { runsSystemd: false }, /does not run this machine\. See deploy\//],
  ])("refuses where there is %s", (_what, other, message) => {
    const machine = { platform: "linux", uid: 0, has: () => true, runsSystemd: true };
    expect(refusal({ root: "/", isDryRun: false }, machine)).toBeUndefined();
    expect(refusal({ root: "/", isDryRun: false }, { ...machine, ...other })).toMatch(message);
  });
});
