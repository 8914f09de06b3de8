import { expect, it } from "vitest";
import { teamDictionaries } from "#copy/team/dictionaries.ts";
import { siteLabels, siteLabel as serverLabel } from "#domain/site-fields.ts";
import { siteTabs } from "./site-groups.ts";
import { siteLabel } from "./site-label.ts";

it("calls each value in English as the server does", () => {
  expect(teamDictionaries.en.site.labels).toEqual(siteLabels);
  const paths = siteTabs.flatMap(({ groups }) => groups.flatMap(({ fields }) => fields.map(({ path }) => path)));
  const sources = paths.flatMap((path) =>
    path.startsWith("figures.") ? [path.replace("figures", "figureSources")] : [],
  );
  expect(sources.length).toBeGreaterThan(0);
  for (const path of [...paths, ...sources, "unknown"]) expect(siteLabel(path)).toBe(serverLabel(path));
});
