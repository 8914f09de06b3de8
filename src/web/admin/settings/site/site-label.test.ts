import { expect, it } from "vitest";
import { siteLabel } from "./site-label.ts";

it.each([
  ["brands.home.name", "Name on the home page"],
  ["figureSources.users", "Source of Users"],
  ["translations.hi.homeLead", "Lead of the home page (Hindi)"],
  ["unknown", "unknown"],
])("%s is called %s", (path, label) => expect(siteLabel(path)).toBe(label));
