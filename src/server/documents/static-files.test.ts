import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Fastify from "fastify";
import { afterEach, expect, it } from "vitest";
import { siteSchema } from "#contract/site/site.ts";
import { clientFiles } from "./static-files.ts";

const clientDir = mkdtempSync(join(tmpdir(), "static-files-"));
writeFileSync(join(clientDir, "icon-192.png"), "a picture of the build");
const app = Fastify();
afterEach(async () => {
  await app.close();
  rmSync(clientDir, { recursive: true });
});

it("a picture is of the brand that it was asked of, also if that changes while it is drawn", async () => {
  const site = siteSchema.parse({});
  const brandOf = (name: string) => ({ ...site.brands.home, name, logo: "AAAA" });
  site.brands.home = brandOf("before");
  let during = () => {};
  app.decorate("sendCached", async (_request, reply, ready) => {
    const response = ready();
    during();
    return reply.send((await response).bodies.identity);
  });
  clientFiles({ clientDir, site, pictures: (_, { name }) => Promise.resolve(Buffer.from(name)) })(app);
  const picture = async () => (await app.inject("/icon-192.png")).payload;
  during = () => {
    site.brands.home = brandOf("after");
  };
  expect(await picture()).toBe("before");
  during = () => {};
  expect(await picture()).toBe("after");
  site.brands.home = brandOf("before");
  expect(await picture()).toBe("before");
});
