import type { FastifyInstance } from "fastify";
import { logoPath } from "#contract/paths.ts";
import type { Site } from "#contract/site/site.ts";
import { hashOf } from "../site/logo.ts";

/** The logos in effect. Each version has its own address, so that browsers ask for it once. */
export function logos({ site }: { site: Site }) {
  return (app: FastifyInstance) => {
    app.get<{ Params: { name: string } }>(
      logoPath(":name(^[\\w-]+)"),
      { config: { access: "anyone" } },
      (request, reply) => {
        const { home, contact } = site.brands;
        const named = [home, contact].find(
          ({ logo }, at) =>
            logo !== undefined && request.params.name === `${at === 0 ? "home" : "contact"}-${hashOf(logo)}`,
        );
        if (named?.logo === undefined) return reply.callNotFound();
        return reply
          .headers({ "content-type": "image/webp", "cache-control": "public, max-age=31536000, immutable" })
          .send(Buffer.from(named.logo, "base64"));
      },
    );
  };
}
