/** Checks what must be true of a domain and of this machine before a certificate can be had. */
import { spawnSync } from "node:child_process";
import { Resolver } from "node:dns/promises";
import { isIPv6 } from "node:net";
import { networkInterfaces } from "node:os";
import { domainToASCII } from "node:url";
import { UsageError } from "../src/server/lib/command-line.ts";
import { isPublicAddress } from "../src/server/lib/network.ts";
import { messageOf } from "./machine-files.js";

const shape = /^(?=.{4,253}$)(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+(?!\d+$)[a-z\d](?:[a-z\d-]{0,61}[a-z\d])$/;
/** No authority certifies names that only one network knows. */
const local = /(?:^|\.)(?:localhost|local|lan|internal|test|invalid|onion|home\.arpa)$/;

/**
 * A domain as certificates name it: in small letters, other scripts in their ASCII form.
 * @param {string} given
 * @throws {UsageError} if it is none
 */
export function readDomain(given) {
  const domain = /[/#?@:\\]/.test(given) ? "" : domainToASCII(given.trim().replace(/\.$/, ""));
  if (!shape.test(domain))
    throw new UsageError("must be a domain alone, such as desk.example.com: no https://, no port, no path");
  if (local.test(domain))
    throw new UsageError("must be a public domain, such as desk.example.com: nobody certifies names of one network");
  return domain;
}

/** The addresses of this machine that others can reach it at, link-local ones left out. */
const addressesHere = () =>
  Object.values(networkInterfaces())
    .flatMap((addresses = []) => addresses)
    .filter(({ internal, scopeid }) => !internal && !scopeid)
    .map(({ address }) => address);

/**
 * Finds out whether a domain points at this machine, by its records and not by /etc/hosts.
 * @param {string} domain
 * @param {{ own?: string[], resolver?: Resolver }} [at] tests pass other addresses and another name server
 * @returns {Promise<{ problem?: string, note?: string }>} `problem`: what to change; `note`: why this is not known
 */
export async function domainState(
  domain,
  { own = addressesHere(), resolver = new Resolver({ timeout: 5000, tries: 2 }) } = {},
) {
  /** @type {string[]} */
  let found;
  try {
    found = (await Promise.all([resolver.resolve4(domain).catch(none), resolver.resolve6(domain).catch(none)])).flat();
  } catch (error) {
    return { problem: `The name server of this machine does not answer for ${domain}: ${messageOf(error)}.` };
  }
  const mine = own.find((address) => !isIPv6(address) && isPublicAddress(address));
  const right = `an A record with ${mine ?? "the public IPv4 address of this machine"}`;
  const later = "A change can take minutes, sometimes hours.";
  const anyway = "If this machine has that address elsewhere (a floating or reserved one): --skip-dns-check.";
  if (found.length === 0) return { problem: `${domain} has no address. At its provider, add ${right}. ${later}` };
  const unreachable = found.find((address) => !isPublicAddress(address));
  if (unreachable !== undefined)
    return {
      problem:
        `${domain} points at ${unreachable}, which cannot be reached from the internet. At its provider, give it ` +
        `${right} instead. ${later}`,
    };
  const foreign = found.filter((address) => !own.includes(address));
  const six = foreign.find(isIPv6);
  if (six !== undefined)
    return {
      problem:
        `${domain} has an AAAA record with ${six}, which is no address of this machine. At its provider, remove or ` +
        `correct that record: the certificate authority tries it first. ${later} ${anyway}`,
    };
  const [four] = foreign;
  if (four === undefined) return {};
  if (mine === undefined)
    return {
      note:
        `${domain} points at ${four}. This machine has private addresses only (${own.join(", ")}): whether the way ` +
        "leads to it is seen by the certificate.",
    };
  return {
    problem:
      `${domain} points at ${four}, which is no address of this machine. At its provider, give it ${right} instead, ` +
      `and switch off a proxy or CDN for it. ${later} ${anyway}`,
  };
}

/** A name without such a record is an answer. @param {NodeJS.ErrnoException} error @returns {string[]} */
function none(error) {
  if (error.code === "ENODATA" || error.code === "ENOTFOUND") return [];
  throw error;
}

/**
 * Returns why Caddy cannot have the ports of HTTP and HTTPS; undefined if it can, or has them.
 * @returns {string | undefined}
 */
export function portsProblem() {
  for (const port of [80, 443]) {
    const { stdout } = spawnSync("ss", ["-Hltnp", `sport = :${port}`], { encoding: "utf8" });
    if (!stdout) continue;
    const holder = /users:\(\("([^"]+)"/.exec(stdout)?.[1] ?? "another program";
    if (holder !== "caddy")
      return (
        `Port ${port} is in use by ${holder}, and HTTPS needs it. Stop that program for good (such as systemctl ` +
        "disable --now nginx). Or keep it as the proxy: install without --domain, and see docs/operating.md, Behind " +
        "a proxy."
      );
  }
  return undefined;
}
