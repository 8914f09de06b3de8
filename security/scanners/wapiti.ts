import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { type Scanner, noFindings } from "../scanner.ts";
import { documentsOf } from "../pages.ts";
import { findProgram, notHere, runProgram } from "../programs.ts";
import type { Target } from "../target.ts";

const schema = z.object({
  vulnerabilities: z.record(z.string(), z.array(z.object({ path: z.string(), info: z.string() }))),
  anomalies: z.record(z.string(), z.array(z.object({ path: z.string(), info: z.string() }))),
});

/**
 * It asks for a filter that browsers dropped because it could be used for attacks; `0` is right
 * (https://owasp.org/www-project-secure-headers/).
 */
const outdated = /X-XSS-Protection is not set/;
/**
 * It knows one defence against cross-site posts, a token. Ours rejects requests that the browser marks as cross-site.
 */
const noToken = /Lack of anti CSRF token/;

/** Modules that need neither a download nor a callback server. */
const modules =
  "backup,cookieflags,crlf,csp,csrf,exec,file,htaccess,http_headers,methods,permanentxss,redirect,shellshock,sql,xss";
const longest = 900;

export const wapiti: Scanner = {
  name: "wapiti",
  async run(target) {
    const program = findProgram("wapiti");
    if (program === undefined) return notHere("wapiti");
    const out = join(target.dir, "wapiti.json");
    const home = join(target.dir, "home");
    await mkdir(home, { recursive: true });
    const starts = documentsOf(target).filter(({ form, isTeams }) => form === undefined && isTeams !== true);
    const options = `--scope domain -m ${modules} --flush-session --verify-ssl 0 -f json -d 4 --no-bugreport -t 20`;
    const args = ["-u", `${target.secureOrigin}/`, ...options.split(" "), "-o", out];
    args.push(...starts.flatMap(({ url }) => ["-s", target.secureOrigin + url]));
    // It asks for brotli, which it cannot decode if Python's module is missing: then it finds neither links nor forms.
    args.push("-H", "Accept-Encoding: identity");
    const { code, stdout, stderr } = await runProgram(program, args, { seconds: longest, env: { HOME: home } });
    if (code !== 0)
      return noFindings("?", "nothing", [`it ended with ${code ?? `${longest} s`}: ${stderr.slice(-300)}`]);

    const { vulnerabilities, anomalies } = schema.parse(JSON.parse(await readFile(out, "utf8")));
    const findings: string[] = [];
    for (const [kind, found] of [...Object.entries(vulnerabilities), ...Object.entries(anomalies)]) {
      for (const { path, info } of found) {
        if (outdated.test(info) || (noToken.test(info) && (await refusesForeign(target, path)))) continue;
        findings.push(`${kind}: ${path}: ${info}`);
      }
    }
    const crawled = Number(/Wapiti found (\d+) URLs and forms/.exec(stdout + stderr)?.[1] ?? 0);
    // It counts its start address separately.
    if (crawled <= starts.length + 1) findings.push(`it saw ${crawled} addresses and forms, no more than it was given`);
    const { stdout: version } = await runProgram(program, ["--version"], { seconds: 30 });
    return noFindings(
      /\d+\.\d+\.\d+/.exec(version)?.[0] ?? "?",
      `${crawled} addresses and forms; ${modules}`,
      findings,
    );
  },
};

/**
 * Returns whether the form's endpoint rejects a cross-site browser request by each of the two headers that mark one.
 */
async function refusesForeign(target: Target, path: string): Promise<boolean> {
  const ways: Array<Record<string, string>> = [
    { "sec-fetch-site": "cross-site" },
    { origin: "https://elsewhere.example" },
  ];
  for (const way of ways) {
    const headers = { ...way, "content-type": "application/x-www-form-urlencoded", "x-forwarded-proto": "https" };
    const { status } = await fetch(target.origin + path, { method: "POST", headers, body: "a=b", redirect: "manual" });
    // 405: the endpoint takes no form.
    if (status !== 403 && status !== 405) return false;
  }
  return true;
}
