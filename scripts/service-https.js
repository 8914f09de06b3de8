/** HTTPS for the installed service: Caddy in front of it, which gets and renews the certificate of a domain. */
import { spawnSync } from "node:child_process";
import { rmSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import http from "node:http";
import https from "node:https";
import { setTimeout as sleep } from "node:timers/promises";
import { parseEnv } from "node:util";
import { missingProgram, provideProgram } from "./programs/debian.js";
import { isText, messageOf, put, readIfThere, run } from "./machine-files.js";

export const environmentFile = "/etc/front-desk/environment";
const siteFile = "/etc/caddy/front-desk.caddyfile";
const mainFile = "/etc/caddy/Caddyfile";
const importLine = `import ${siteFile}`;
/** Exists until Caddy has loaded its files, even if this program was interrupted in between. */
const reload = "/run/front-desk.caddy";

export const hasCaddy = () => spawnSync("caddy", ["version"]).error === undefined;

/** The domain that Caddy serves for the service; undefined if HTTPS was not set up here. */
export function servedDomain() {
  return /^([a-z\d.-]+) \{$/m.exec(readIfThere(siteFile))?.[1];
}

/** Whether the service has an address already, behind a proxy of the operator. */
export const hasAddress = () => Boolean(parseEnv(readIfThere(environmentFile)).PUBLIC_URL);

const servicePort = () => parseEnv(readIfThere(environmentFile)).PORT || "3000";

/** Our site for Caddy: deploy/Caddyfile for this domain. @param {string} domain */
function siteText(domain) {
  const example = readFileSync("deploy/Caddyfile", "utf8");
  const site = example.slice(example.indexOf("\ndesk.example.com {"));
  return (
    "# Written by npm run install-service (docs/operating.md, HTTPS on this machine); changes here are lost.\n" +
    site.replace("desk.example.com", domain).replace("127.0.0.1:3000", `127.0.0.1:${servicePort()}`)
  );
}

/**
 * The settings of the service behind Caddy, as a step of the installation.
 * @param {string} domain
 * @param {() => void} changed called before they are written
 */
export function settingsStep(domain, changed) {
  const wanted = Object.entries({ HOST: "127.0.0.1", TRUST_PROXY: "loopback", PUBLIC_URL: `https://${domain}` });
  const isRight = (/** @type {string} */ name, /** @type {string} */ value) => {
    const is = parseEnv(readIfThere(environmentFile))[name];
    // An operator may trust more proxies than the one on this machine.
    return is === value || (name === "TRUST_PROXY" && /^1$|(^|,\s*)(loopback\b|127\.)/.test(is ?? ""));
  };
  const wrong = () => wanted.filter(([name, value]) => !isRight(name, value));
  return {
    what: `set HOST, TRUST_PROXY and PUBLIC_URL=https://${domain} in ${environmentFile}`,
    isDone: () => wrong().length === 0,
    run() {
      changed();
      let text = readIfThere(environmentFile);
      for (const [name, value] of wrong()) {
        const line = `${name}=${value}`;
        // systemd takes the last line of a name: all of them change.
        const place = [new RegExp(`^[ \t]*${name}=.*$`, "gm"), new RegExp(`^#${name}=.*$`, "m")].find(
          (each) => text.search(each) !== -1,
        );
        text = place === undefined ? `${text.replace(/\n*$/, "\n")}${line}\n` : text.replace(place, line);
      }
      put(environmentFile, text, 0o600);
    },
  };
}

/** Caddy for a domain, as steps of the installation. @param {string} domain */
export function caddySteps(domain) {
  const imports = () => readIfThere(mainFile).split("\n").includes(importLine);
  const is = (/** @type {string} */ state) => spawnSync("systemctl", [state, "--quiet", "caddy"]).status === 0;
  return [
    {
      what: "install Caddy (apt-get install caddy)",
      isDone: hasCaddy,
      run() {
        if (provideProgram("caddy") === undefined) throw new Error(missingProgram("caddy"));
      },
    },
    {
      what: `have Caddy serve https://${domain} (${siteFile}, imported by ${mainFile})`,
      isDone: () =>
        isText(siteFile, siteText(domain)) && imports() && is("is-active") && is("is-enabled") && !existsSync(reload),
      run() {
        const [site, main] = [readIfThere(siteFile), readIfThere(mainFile)];
        writeFileSync(reload, "");
        put(siteFile, siteText(domain), 0o644);
        // Written in place: the file may be a link.
        if (!imports()) writeFileSync(mainFile, `${main.replace(/\n*$/, main === "" ? "" : "\n\n")}${importLine}\n`);
        try {
          run("systemctl", ["enable", "--quiet", "caddy"]);
          run("systemctl", ["reload-or-restart", "caddy"]);
        } catch (error) {
          // Sites that Caddy served before stay as they were, also after a restart of the machine.
          writeFileSync(mainFile, main);
          if (site === "") rmSync(siteFile);
          else put(siteFile, site, 0o644);
          const why = caddyError() ?? messageOf(error);
          throw new Error(`Caddy does not take it, and ${mainFile} is as it was before: ${why}`, { cause: error });
        } finally {
          rmSync(reload);
        }
      },
    },
  ];
}

/** Returns the error in Caddy's log of the last five minutes. */
const caddyError = () =>
  errorIn(
    spawnSync("journalctl", ["-u", "caddy", "-o", "cat", "-n", "500", "--since", "-5min"], { encoding: "utf8" })
      .stdout ?? "",
  );

/**
 * Returns the error in a log of Caddy: the last answer of each certificate authority, or the last error.
 * @param {string} log
 * @returns {string | undefined}
 */
export function errorIn(log) {
  // An authority quotes what it got from the domain's server, whose control characters a terminal would obey.
  return problemIn(log)?.replaceAll(/[^\P{Cc}\n]/gu, " ");
}

/**
 * @param {string} log
 * @returns {string | undefined}
 */
function problemIn(log) {
  const lines = log.split("\n").filter((line) => /^Error:|"level":"error"/.test(line));
  const last = lines.at(-1);
  if (last === undefined || last.startsWith("Error:")) return last;
  /** @type {{ msg: string, error?: string, issuer?: string }[]} */
  const errors = lines.filter((line) => !line.startsWith("Error:")).flatMap(entryIn);
  const answers = new Map(errors.map(({ issuer, error }) => [issuer, error]));
  answers.delete(undefined);
  if (answers.size > 0) return [...answers].map(([issuer, error]) => `${issuer}: ${error}`).join("\n  ");
  const { msg, error } = errors.at(-1) ?? {};
  return error ?? msg;
}

/** The entry of a line; none if it was cut off: the journal splits lines of 48 KB, such as of a request's headers. */
function entryIn(/** @type {string} */ line) {
  try {
    return [JSON.parse(line)];
  } catch {
    return [];
  }
}

/**
 * Waits for the site to answer under its domain, through Caddy on this machine and with a certificate that browsers
 * take: an authority gives one only after it has reached Caddy under that name from outside.
 * @param {string} domain
 * @param {number} [patience] in milliseconds
 * @returns {Promise<string>} what was seen
 * @throws with what is wrong
 */
export async function seeSite(domain, patience = 120_000) {
  const until = performance.now() + patience;
  for (;;) {
    try {
      return await seenNow(domain);
    } catch (error) {
      if (performance.now() > until) throw new Error(explain(domain, messageOf(error)), { cause: error });
      await sleep(2000);
    }
  }
}

/** @param {string} domain */
async function seenNow(domain) {
  const page = await ask(https, domain);
  if (page.status !== 200) throw new Error(`it answers with the status ${page.status}`);
  const plain = await ask(http, domain);
  if (plain.location !== `https://${domain}/`) throw new Error(`http://${domain} does not lead to it`);
  const { issuer, valid_to: end = "" } = page.certificate ?? {};
  const authority = String(issuer?.O ?? issuer?.CN);
  return `https://${domain} works: a certificate of ${authority}, valid until ${end}; Caddy renews it.`;
}

/**
 * @param {string} domain
 * @param {string} problem
 */
function explain(domain, problem) {
  const log = caddyError();
  return [
    // Caddy answers with an alert until it has a certificate.
    `https://${domain} does not work yet: ` +
      `${problem.includes("alert internal error") ? "Caddy has no certificate for it" : problem}.`,
    ...(log === undefined ? [] : [`Caddy says:\n  ${log}`]),
    "The ports 80 and 443 must be open to the internet, in the provider's firewall as well, and the domain must point " +
      "at this machine. Caddy keeps trying; npm run install-service looks again.",
  ].join("\n");
}

/**
 * Asks Caddy on this machine for the front page.
 * @typedef {{ status: number | undefined, location: string | undefined,
 *   certificate: import("node:tls").PeerCertificate | undefined }} Answer
 * @param {typeof http | typeof https} protocol
 * @param {string} domain
 * @returns {Promise<Answer>}
 */
function ask(protocol, domain) {
  return new Promise((resolve, reject) => {
    const options = { host: "127.0.0.1", servername: domain, headers: { host: domain }, agent: false, timeout: 20_000 };
    const request = protocol.get(options, (response) => {
      const { statusCode: status, headers, socket } = response;
      const certificate =
        "getPeerCertificate" in socket
          ? /** @type {import("node:tls").TLSSocket} */ (socket).getPeerCertificate()
          : undefined;
      response.destroy();
      resolve({ status, location: headers.location, certificate });
    });
    request.on("timeout", () => request.destroy(new Error("no answer within 20 seconds")));
    request.on("error", reject);
  });
}

/** Returns a note on an old Caddy, as Debian 12 and 13 have it; undefined for others. */
export function caddyNote() {
  const [version = "", major, minor, patch] = /(\d+)\.(\d+)\.(\d+)/.exec(run("caddy", ["version"])) ?? [];
  const [is, repaired] = [
    [major, minor, patch],
    [2, 7, 5],
  ].map((parts) => parts.reduce((/** @type {number} */ sum, part) => sum * 1000 + Number(part), 0));
  return is !== undefined && repaired !== undefined && is < repaired
    ? `Caddy ${version} is old, and floods of HTTP/2 resets can slow it down (CVE-2023-44487). Caddy's own packages are ` +
        "newer: docs/operating.md, HTTPS on this machine."
    : undefined;
}

/** A one-time link for the first owner; undefined if there is one. */
export async function ownersLink() {
  const { ok } = await fetch(`http://127.0.0.1:${servicePort()}/healthz`);
  if (ok) return undefined;
  const { DATA_DIR: _, DATABASE_URL: __, DATABASE_URL_FILE: ___, ...env } = process.env;
  const command = ["/opt/front-desk/dist/server/admin-cli.js", "first-owner"];
  const { stdout } = spawnSync("/opt/front-desk/node", command, { cwd: "/opt/front-desk", encoding: "utf8", env });
  return stdout.trim() || undefined;
}
