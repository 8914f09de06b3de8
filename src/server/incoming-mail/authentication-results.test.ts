import { describe, expect, it } from "vitest";
import { isAuthenticated } from "./authentication-results.ts";

const ours = "mx.example.com";
const sender = "ravi@example.org";
const from = (...results: string[]) => isAuthenticated(results, ours, sender);

/** Headers as Gmail, Microsoft, OpenDKIM with OpenDMARC, Exim, Fastmail and Zoho write them, with our name. */
const genuine: ReadonlyArray<[string, ...string[]]> = [
  [
    "Gmail",
    `mx.example.com;
       dkim=pass header.i=@example.org header.s=sel header.b=abc+/=;
       spf=pass (mx.example.com: domain of ravi@example.org designates 192.0.2.1 as permitted sender) smtp.mailfrom=ravi@example.org;
       dmarc=pass (p=NONE sp=QUARANTINE dis=NONE) header.from=example.org`,
  ],
  [
    "Microsoft",
    "mx.example.com; spf=fail (sender IP is 192.0.2.1) smtp.mailfrom=example.net; dkim=none (message not signed) header.d=none;dmarc=pass action=none header.from=example.org;compauth=pass reason=100",
  ],
  ["OpenDMARC above OpenDKIM", "mx.example.com; dmarc=pass header.from=example.org", "mx.example.com; dkim=fail"],
  ["a version, capitals and spaces", 'MX.Example.COM 1; DKIM/1 = pass header.d = Example.ORG reason="good; really"'],
  ["SPF of a subdomain", "mx.example.com; spf=pass smtp.mailfrom=bounce@mail.example.org"],
  ["an address alone", "mx.example.com; spf=pass smtp.mailfrom=example.org smtp.helo=mail.example.net"],
];

const forged: ReadonlyArray<[string, ...string[]]> = [
  ["no header"],
  ["the header of another server", "mx.example.net; dmarc=pass header.from=example.org"],
  [
    "one that the sender wrote below ours",
    "mx.example.com; dmarc=fail header.from=example.org",
    "mx.example.com; dmarc=pass header.from=example.org",
  ],
  ["another domain that passes", "mx.example.com; dmarc=pass header.from=evil.example"],
  [
    "a signature of another domain",
    "mx.example.com; dkim=pass header.d=evil.example; dmarc=fail header.from=example.org",
  ],
  ["a domain that ends like it", "mx.example.com; dkim=pass header.d=notexample.org"],
  ["the name of a registry", "mx.example.com; dkim=pass header.d=org"],
  ["SPF of HELO only", "mx.example.com; spf=pass smtp.helo=example.org"],
  [
    "a result within a comment",
    "mx.example.com; spf=fail (mailfrom x; dmarc=pass header.from=example.org) smtp.mailfrom=evil.example",
  ],
  [
    "a result within quotation marks",
    'mx.example.com; spf=fail smtp.mailfrom="x; dmarc=pass header.from=example.org; y"@evil.example',
  ],
  [
    "a second result of one method",
    "mx.example.com; spf=fail smtp.mailfrom=a; dmarc=pass header.from=example.org; dmarc=fail header.from=example.org",
  ],
  ["an address in the place of the name", "mx.example.com.evil.example; dmarc=pass header.from=example.org"],
  [
    "a policy that was not met",
    "mx.example.com; dmarc=bestguesspass header.from=example.org; spf=softfail smtp.mailfrom=example.org",
  ],
  ["nothing", "mx.example.com; none"],
];

describe("the results of the receiving server", () => {
  it.each(genuine)("verify the sender: %s", (_what, ...results) => {
    expect(from(...results)).toBe(true);
  });

  it.each(forged)("verify nobody: %s", (_what, ...results) => {
    expect(from(...results)).toBe(false);
  });

  it("count for nothing until an owner names the server", () => {
    expect(isAuthenticated(["; dmarc=pass header.from=example.org"], "", sender)).toBe(false);
  });

  it("are read in a time that does not grow beyond their length", () => {
    const start = performance.now();
    for (const text of ["(", ";", '"', "\\", " = ", "a=b "]) from(`mx.example.com; ${text.repeat(200_000)}`);
    expect(performance.now() - start).toBeLessThan(1000);
  });
});
