import type { FastifyInstance } from "fastify";
import { type LogoPicture, logoPicturePath, logoPictures } from "#contract/paths.ts";
import type { Site } from "#contract/site/site.ts";
import { logoUrl, smallLogo } from "../site/logo.ts";
import { drawLogo } from "./logo-pictures.ts";

const brandNames = ["home", "contact"] as const;
type BrandName = (typeof brandNames)[number];

/** Draws each picture of the logos in effect once. */
export function createLogoPictures(site: Site) {
  const drawn = new Map<string, Promise<Buffer>>();

  return (brand: BrandName, picture: LogoPicture | "logo"): Promise<Buffer> | undefined => {
    const { logo, ...rest } = site.brands[brand];
    if (logo === undefined) return undefined;
    const inEffect = brandNames.map((name) => logoUrl(site.brands, name));
    for (const key of drawn.keys()) if (!inEffect.some((url) => key.startsWith(url))) drawn.delete(key);
    const key = `${logoUrl(site.brands, brand)} ${picture}`;
    let image = drawn.get(key);
    if (image === undefined) {
      image = picture === "logo" ? smallLogo(logo) : drawLogo({ ...rest, logo }, picture);
      drawn.set(key, image);
      image.catch(() => drawn.delete(key));
    }
    return image;
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
        if (picture !== undefined) return reply.headers(headers).send(await pictures(brand, picture));
      }
      return reply.callNotFound();
    });
  };
}
