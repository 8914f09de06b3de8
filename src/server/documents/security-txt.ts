import type { FastifyInstance } from "fastify";
import type { Site } from "#contract/site.ts";
import { day } from "#domain/time/durations.ts";

/** Validity should be less than a year (RFC 9116, section 2.5.5); the file is generated for each request. */
const validDays = 180;

/** `/.well-known/security.txt` (RFC 9116): where to report a vulnerability. `origin` is the site's public origin. */
export function securityTxt(deps: { site: Site; origin: string; now: () => number }) {
  const { site, origin, now } = deps;
  const canonical = new URL("/.well-known/security.txt", origin).href;

  return (app: FastifyInstance) => {
    app.get("/.well-known/security.txt", { config: { access: "anyone" } }, (_request, reply) => {
      // Round to days, so that all responses of a day are identical.
      const expires = new Date((Math.floor(now() / day) + validDays) * day).toISOString();
      const { securityEmail = site.support.email } = site.support;
      const lines = [
        `Contact: mailto:${securityEmail}`,
        `Expires: ${expires}`,
        `Canonical: ${canonical}`,
        "Preferred-Languages: en, hi",
      ];
      return reply
        .headers({ "content-type": "text/plain; charset=utf-8", "cache-control": "public, max-age=3600" })
        .send(`${lines.join("\n")}\n`);
    });
  };
}
