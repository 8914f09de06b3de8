import type { FastifyInstance } from "fastify";
import { type LogoPicture, logoPicturePath, logoPictures } from "#contract/paths.ts";
import type { Site } from "#contract/site/site.ts";
import { keptByVersion } from "../lib/kept-by-version.ts";
import { hashOf, logoUrl, smallLogo } from "../site/logo.ts";
import { drawLogo } from "./logo-pictures.ts";

const brandNames = ["home", "contact"] as const;
type BrandName = (typeof brandNames)[number];

/** Draws each picture with a brand's logo once. */
export function createLogoPictures() {
  const drawn = keptByVersion<Buffer>();

  return (name: BrandName, brand: Site["brands"][BrandName], picture: LogoPicture | "logo") => {
    const { logo, ...rest } = brand;
    if (logo === undefined) return undefined;
    return drawn(`${name} ${picture}`, hashOf(brand), () =>
      picture === "logo" ? smallLogo(logo) : drawLogo({ ...rest, logo }, picture),
    );
  };
}

export type LogoPictures = ReturnType<typeof createLogoPictures>;

/** The logos in effect, and the pictures with them. Each version has its own address, so that browsers ask once. */
export function logos({ site, pictures }: { site: Site; pictures: LogoPictures }) {
  return (app: FastifyInstance) => {
    app.get<{ Params: { name: string } }>("/logo/:name", { config: { access: "anyone" } }, async (request, reply) => {
      const path = `/logo/${request.params.name}`;
      for (const brand of brandNames.filter((name) => site.brands[name].logo !== undefined)) {
        const url = logoUrl(site.brands, brand);
        const picture = url === path ? "logo" : logoPictures.find((one) => logoPicturePath(url, one) === path);
        const type = picture === "logo" ? "image/webp" : "image/png";
        const headers = { "content-type": type, "cache-control": "public, max-age=31536000, immutable" };
        if (picture !== undefined)
          return reply.headers(headers).send(await pictures(brand, site.brands[brand], picture));
      }
      return reply.callNotFound();
    });
  };
}
