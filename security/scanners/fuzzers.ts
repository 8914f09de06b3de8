import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { type Scanner, noFindings } from "../scanner.ts";
import type { Target } from "../target.ts";
import { findProgram, notHere, runProgram } from "../programs.ts";

/** Paths that other programs have left exposed; `%EXT%` is none of ours. */
const names = [
  "admin",
  "backup",
  "config",
  "console",
  "data",
  "db",
  "debug",
  "dump",
  "env",
  "front-desk",
  "id_rsa",
  "index",
  "info",
  "install",
  "login",
  "metrics",
  "phpinfo",
  "private",
  "secret",
  "server-status",
  "settings",
  "signing-key",
  "test",
  "trace",
  "upload",
  "users",
  "wp-login",
];
const endings = [
  "",
  ".bak",
  ".db",
  ".env",
  ".gz",
  ".json",
  ".log",
  ".old",
  ".php",
  ".pem",
  ".sql",
  ".sqlite",
  ".tar.gz",
  ".txt",
  ".yml",
  ".zip",
  "~",
  "/",
];
const wellKnown = [
  ".env",
  ".git/HEAD",
  ".git/config",
  ".npmrc",
  ".vite/manifest.json",
  ".vite/pages.json",
  ".DS_Store",
  ".htaccess",
  "package.json",
  "package-lock.json",
  "node_modules/fastify/package.json",
  "data/front-desk.sqlite",
  "dist/server/main.js",
  "server/main.js",
  "assets/",
  "assets/../.vite/manifest.json",
  "..%2f..%2fpackage.json",
  "%2e%2e/package.json",
  "....//package.json",
  "api/",
  "api/docs",
  "api/documentation",
  "api/documentation/json",
  "api/swagger.json",
  "documentation",
  "swagger",
  "graphql",
  "actuator/health",
  "__proto__",
  "%00",
  "%ff",
  "a%0d%0aSet-Cookie:x=1",
  "crossdomain.xml",
  "clientaccesspolicy.xml",
  "favicon.ico",
  "sitemap.xml.gz",
  "official-channels.sealed.json",
  "data/official-channels.sealed.json",
  "settings.signed.json",
  "data/settings.signed.json",
];

const ffufSchema = z.object({
  results: z.array(z.object({ url: z.string(), status: z.number(), length: z.number() })),
});

export const ffuf: Scanner = {
  name: "ffuf",
  async run(target) {
    const program = findProgram("ffuf");
    if (program === undefined) return notHere("ffuf");
    const list = join(target.dir, "paths.txt");
    const words = [...wellKnown, ...names.flatMap((name) => endings.map((ending) => name + ending))];
    await writeFile(list, words.join("\n"));
    const out = join(target.dir, "ffuf.json");
    const args = [
      "-u",
      `${target.secureOrigin}/FUZZ`,
      "-w",
      list,
      "-mc",
      "all",
      "-fc",
      "404",
      "-t",
      "20",
      "-o",
      out,
      "-of",
      "json",
      "-s",
    ];
    await runProgram(program, args, { seconds: 120 });
    const { results } = ffufSchema.parse(JSON.parse(await readFile(out, "utf8")));
    const { stdout: version } = await runProgram(program, ["-V"], { seconds: 10 });
    const findings = results.map(({ url, status, length }) => `${url} answered ${status} (${length} bytes)`);
    return noFindings(
      version.replace("ffuf version: ", "").trim(),
      `${words.length} addresses that nobody should find`,
      findings,
    );
  },
};

const message = "name=Asha&phone=%2B91+90000+00001&email=asha%40example.com&city=Jaipur&query=x";

/** Endpoints through which a text from a visitor or the team reaches the store. */
const entriesOf = ({ receipt }: Target): Array<{ path: string; data?: string; json?: boolean; isTeams?: boolean }> => [
  { path: "/verify", data: "text=9000000001" },
  { path: "/contact/message", data: message },
  // A reused key with a different message is rejected before any other check.
  { path: "/contact/message", data: `${message}&key=6b1f0a526f0c4a6e9a55` },
  // A valid key: only with it do true and false conditions give different responses.
  { path: receipt },
  { path: "/api/contact-inquiries?search=asha&status=new", isTeams: true },
  { path: "/api/contacts/history?before=10", isTeams: true },
  { path: "/api/session", data: '{"email":"a@example.com","password":"x"}', json: true },
];

export const sqlmap: Scanner = {
  name: "sqlmap",
  async run(target) {
    const program = findProgram("sqlmap");
    if (program === undefined) return notHere("sqlmap");
    const { stdout: version } = await runProgram(program, ["--version"], { seconds: 30 });
    const findings: string[] = [];
    const entries = entriesOf(target);
    for (const { path, data, json, isTeams } of entries) {
      const args = [
        "-u",
        target.secureOrigin + path,
        "--batch",
        "--level",
        "2",
        "--risk",
        "2",
        "--technique",
        "BEUS",
        "--dbms",
        "sqlite",
        // Most endpoints reject the input; without this, sqlmap stops at the first rejection.
        "--ignore-code",
        "401,403,404,422,429",
      ];
      args.push(
        "--output-dir",
        join(target.dir, "sqlmap"),
        "--flush-session",
        "--disable-coloring",
        "--threads",
        "4",
        "--timeout",
        "10",
      );
      if (data !== undefined) args.push("--data", data);
      if (json === true) args.push("--headers", "Content-Type: application/json");
      if (isTeams === true) args.push("--cookie", await target.signIn(), "--skip", "cookie");
      const { stdout } = await runProgram(program, args, { seconds: 240, env: { HOME: target.dir } });
      const injectable = /(?:Parameter: .+|.*appears to be .*injectable.*|.*is vulnerable.*)/.exec(stdout)?.[0];
      if (injectable !== undefined) findings.push(`${path}: ${injectable}`);
      else if (!/do(?:es)? not (?:appear|seem) to be injectable/.test(stdout))
        findings.push(`${path}: no verdict: ${stdout.slice(-300)}`);
    }
    return noFindings(
      version.trim().split("\n")[0] ?? "",
      `${entries.length} entry points of the store, level 2`,
      findings,
    );
  },
};
