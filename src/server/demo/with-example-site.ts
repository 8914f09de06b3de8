import { exampleSite } from "#contract/site/example-site.ts";
import { type Site, siteSchema, withoutDefaultFigures } from "#contract/site/site.ts";
import { replaceSite } from "../site/live-site.ts";

/** A configuration with the example site, or a site like it, for the demo and for tests. */
export function withExampleSite<Config extends { site: Site; siteFile: Site; siteFileOfOldStore: Site }>(
  config: Config,
  given = exampleSite,
): Config {
  const siteFile = siteSchema.parse(given);
  const siteFileOfOldStore = siteSchema.parse(withoutDefaultFigures(given));
  replaceSite(config.site, siteFile);
  return { ...config, siteFile, siteFileOfOldStore };
}
