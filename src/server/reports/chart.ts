import { defaultLanguage, languages, localeOf } from "#domain/languages.ts";
import { largest } from "#domain/lists.ts";

/** One bar of a chart; `text` says its value in words. */
interface Bar {
  label: string;
  value: number;
  text: string;
}

const size = { width: 960, height: 230, left: 80, right: 4, top: 28, bottom: 36 };

/**
 * A bar chart as SVG, in light and dark. Each bar has a title; the chart's own title is for screen readers. `title` and
 * the bars must hold no visitor input.
 */
export function barChart(title: string, bars: readonly Bar[]): string {
  const { width, height, left, right, top, bottom } = size;
  const max = Math.max(0, largest(bars.map(({ value }) => value)));
  const ceiling = niceCeiling(max);
  const step = (width - left - right) / Math.max(1, bars.length);
  const y = (value: number) => round(height - bottom - ((height - top - bottom) * value) / ceiling);
  // At most some 12 labels fit.
  const every = Math.ceil(bars.length / 12);
  const lines = [0, ceiling / 2, ceiling].map(
    (value) =>
      `<line x1="${left}" x2="${width - right}" y1="${y(value)}" y2="${y(value)}"/>` +
      `<text x="${left - 6}" y="${y(value) + 4}" text-anchor="end">${formatted(round(value))}</text>`,
  );
  const drawn = bars.map(({ label, value, text }, at) => {
    const x = round(left + at * step + step * 0.15);
    const bar =
      `<rect x="${x}" y="${y(value)}" width="${round(step * 0.7)}" height="${round(height - bottom - y(value))}" rx="1.5">` +
      `<title>${escape(`${label}: ${text}`)}</title></rect>`;
    if (at % every !== 0) return bar;
    return `${bar}<text${(at / every) % 2 === 1 ? ' class="odd"' : ""} x="${round(x + step * 0.35)}" y="${height - 8}" text-anchor="middle">${escape(label)}</text>`;
  });
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">` +
    `<title>${escape(title)}</title><style>text{font:12px system-ui,sans-serif;fill:#5b5750}rect{fill:#c96800}` +
    // Of the picture's own width: on a phone larger letters, and every second label.
    "line{stroke:#ddd8d0}@media (max-width:600px){text{font-size:30px}.odd{display:none}}@media (prefers-color-scheme:dark){text{fill:#b5b0a8}rect{fill:#ff9933}line{stroke:#3a3834}}" +
    `</style>${lines.join("")}${drawn.join("")}</svg>`
  );
}

/** The next of 2, 4, 10, 20, 40, 100 ... that is not below `value`, so that half of it is a round number, too. */
function niceCeiling(value: number): number {
  let ceiling = 2;
  for (const factor of repeat([2, 2.5, 2])) {
    if (ceiling >= value) return ceiling;
    ceiling *= factor;
  }
  return ceiling;
}

function* repeat(values: readonly number[]): Generator<number, void> {
  for (;;) yield* values;
}

const round = (value: number) => Math.round(value * 10) / 10;

const numbers = new Intl.NumberFormat(localeOf(languages[defaultLanguage].tag));

/** With the separators of thousands that the site has elsewhere. */
export const formatted = (value: number): string => numbers.format(value);

const entities: ReadonlyMap<string, string> = new Map([
  ["&", "&amp;"],
  ["<", "&lt;"],
  [">", "&gt;"],
  ['"', "&quot;"],
]);
const escape = (text: string) => text.replaceAll(/[&<>"]/g, (sign) => entities.get(sign) ?? sign);
