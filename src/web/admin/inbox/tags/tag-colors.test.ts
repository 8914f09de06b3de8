import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { tagColors } from "#domain/inquiries/tag.ts";

/** The tokens of a style sheet in the light, or with those of the dark scheme over them. */
function tokensOf(scheme: "light" | "dark"): Map<string, string> {
  const css = ["../../shell/team-tokens.css", "tag-colors.css"].map((file) =>
    readFileSync(new URL(file, import.meta.url), "utf8"),
  );
  const parts = css.map((text) => text.split("prefers-color-scheme: dark"));
  const shown = [...parts.map(([light]) => light), ...(scheme === "dark" ? parts.map(([, dark]) => dark) : [])];
  return new Map(
    [...shown.join("\n").matchAll(/(--[\w-]+): ([^;]+);/g)].map(([, name = "", value = ""]) => [name, value]),
  );
}

/** Relative luminance (https://www.w3.org/TR/WCAG22/#dfn-relative-luminance). */
function luminance(color: string): number {
  const digits = color.length === 4 ? color.slice(1).replaceAll(/./g, "$&$&") : color.slice(1);
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => {
    const part = Number.parseInt(digits.slice(at, at + 2), 16) / 255;
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

it.each(["light", "dark"] as const)("each colour of a tag is 4.5:1 on what it stands on, in the %s", (scheme) => {
  const tokens = tokensOf(scheme);
  const valueOf = (name: string): string => {
    const value = tokens.get(name) ?? "";
    return value.startsWith("var(") ? valueOf(value.slice(4, -1)) : value;
  };
  const values = tagColors.map((color) => valueOf(`--tag-${color}`));
  expect(new Set(values).size).toBe(tagColors.length);
  for (const value of values) {
    for (const fill of ["surface", "raised", "sunk", "hover", "selected", "paper"]) {
      const [light = 0, dark = 0] = [value, valueOf(`--${fill}`)].map(luminance).toSorted((a, b) => b - a);
      expect((light + 0.05) / (dark + 0.05), `${value} on ${fill}`).toBeGreaterThanOrEqual(4.5);
    }
  }
});
