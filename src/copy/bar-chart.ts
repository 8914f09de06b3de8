import { counted } from "#copy/locale/intl.ts";
import { largest } from "#domain/lists.ts";

/** One bar of a chart; `text` says its value in words, `short` above the bar, where it fits. */
export interface Bar {
  label: string;
  value: number;
  text: string;
  short: string;
  /** Whether it is the day that is not over yet. */
  isCurrent?: boolean;
}

/** Unit of the axis, such as 60 for hours of values in minutes, and the labels of its lines. */
export interface Scale {
  unit: number;
  tick: (units: number) => string;
}

/** Sizes of the picture at a desk, and where a card is narrow: there its letters are twelve pixels high or more. */
export const chartSizes = {
  wide: { width: 560, height: 190, letter: 12 },
  narrow: { width: 300, height: 160, letter: 13 },
} as const;

export type ChartSize = keyof typeof chartSizes;

const margins = { right: 4, top: 20, bottom: 28 };
/** The part of its day's width that a bar takes. */
const barShare = 0.8;
const counts: Scale = { unit: 1, tick: counted };

/**
 * A bar chart as SVG in the current language, in light and dark. Each bar has a title; the chart's own title is for
 * screen readers. `title` and the bars must hold no visitor input.
 */
export function barChart(
  title: string,
  bars: readonly Bar[],
  { unit, tick }: Scale = counts,
  size: ChartSize = "wide",
): string {
  const { width, height, letter } = chartSizes[size];
  const { right, top, bottom } = margins;
  const { interval, count } = axisOf(largest(bars.map(({ value }) => value)) / unit);
  const ceiling = interval * count * unit;
  const marks = Array.from({ length: count + 1 }, (_, at) => {
    const value = at * interval * unit;
    return { value, text: value === 0 ? counted(0) : tick(round(value / unit)) };
  });
  const left = round(largest(marks.map(({ text }) => widthOf(text, letter)))) + 10;
  const step = (width - left - right) / Math.max(1, bars.length);
  const y = (value: number) => round(height - bottom - ((height - top - bottom) * value) / ceiling);
  const middle = (at: number) => round(left + (at + 0.5) * step);
  const withValue = new Set(valuesThatFit(bars, step, letter));
  // Labels, eight at most, are counted from today, the last bar, whose label ends with it if it is wider than the bar;
  // without one from the first.
  const label = largest(bars.map((bar) => widthOf(bar.label, letter)));
  const every = Math.max(1, Math.ceil(bars.length / 8), Math.ceil((1.5 * label + 6) / step - 0.5));
  const origin = bars.some(({ isCurrent = false }) => isCurrent) ? bars.length - 1 : 0;
  const lines = marks.map(
    ({ value, text }) =>
      `<line x1="${left}" x2="${width - right}" y1="${y(value)}" y2="${y(value)}"/>` +
      `<text x="${left - 6}" y="${y(value) + 4}" text-anchor="end">${escape(text)}</text>`,
  );
  const drawn = bars.map(({ value, text, short, isCurrent = false, ...bar }, at) => {
    const rect =
      `<rect x="${round(middle(at) - (step * barShare) / 2)}" y="${y(value)}" width="${round(step * barShare)}"` +
      ` height="${round(height - bottom - y(value))}" rx="1.5"${isCurrent ? ' class="now"' : ""}>` +
      `<title>${escape(`${bar.label}: ${text}`)}</title></rect>`;
    const above = withValue.has(at)
      ? `<text class="value" x="${middle(at)}" y="${y(value) - 5}" text-anchor="middle">${escape(short)}</text>`
      : "";
    if ((at - origin) % every !== 0) return rect + above;
    const place =
      at === bars.length - 1 && label > step
        ? `x="${width - right}" text-anchor="end"`
        : `x="${middle(at)}" text-anchor="middle"`;
    return `${rect}${above}<text ${place} y="${height - 8}">${escape(bar.label)}</text>`;
  });
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">` +
    `<title>${escape(title)}</title><style>text{font:${letter}px system-ui,sans-serif;fill:#544d46}.value{font-weight:600;fill:#1b1714}` +
    "rect{fill:#5b6d84}.now{fill:#f93;stroke:#c96a00}line{stroke:#e3ded6}" +
    "@media (prefers-color-scheme:dark){text{fill:#c4bbb1}.value{fill:#f3eee8}rect{fill:#8ca0ba}.now{fill:#f93}line{stroke:#302b26}}" +
    "@media (forced-colors:active){text,.value,rect{fill:CanvasText}.now{fill:Highlight;stroke:CanvasText}line{stroke:GrayText}}" +
    `</style>${lines.join("")}${drawn.join("")}</svg>`
  );
}

/** The bars that have room for their value: the highest first, none beside a higher bar or on another value. */
function valuesThatFit(bars: readonly Bar[], step: number, letter: number): number[] {
  const reach = bars.map(({ short }) => (widthOf(short, letter) + 4) / 2 / step);
  const taken: number[] = [];
  const highestFirst = bars.map((_, at) => at).toSorted((a, b) => (bars[b]?.value ?? 0) - (bars[a]?.value ?? 0));
  for (const at of highestFirst) {
    const { value = 0, short = "" } = bars[at] ?? {};
    const own = reach[at] ?? 0;
    const isFree = taken.every((other) => Math.abs(other - at) >= own + (reach[other] ?? 0));
    const isHighest = bars.every((other, place) => Math.abs(place - at) - barShare / 2 >= own || other.value <= value);
    if (value > 0 && short !== "" && isFree && isHighest) taken.push(at);
  }
  return taken;
}

/** About how wide a text is; vowel signs and other marks stand on their letters. */
const widthOf = (text: string, letter: number) => text.replaceAll(/\p{M}/gu, "").length * letter * 0.6;

/** Most lines of the axis above its zero. */
const maxLines = 5;

/** The lines of the axis: `count` round intervals, as few as reach `value`, so that the bars use the height. */
function axisOf(value: number): { interval: number; count: number } {
  const power = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, value))) - 1);
  const axes = [1, 2, 5, 10, 20, 50].map((factor) => {
    const interval = factor * power;
    return { interval, count: Math.max(2, Math.ceil(value / interval)) };
  });
  const ceiling = ({ interval, count }: (typeof axes)[number]) => interval * count;
  return axes
    .filter(({ count }) => count <= maxLines)
    .reduce((best, axis) => (ceiling(axis) < ceiling(best) ? axis : best));
}

const round = (value: number) => Math.round(value * 10) / 10;

const entities: ReadonlyMap<string, string> = new Map([
  ["&", "&amp;"],
  ["<", "&lt;"],
  [">", "&gt;"],
  ['"', "&quot;"],
]);
const escape = (text: string) => text.replaceAll(/[&<>"]/g, (sign) => entities.get(sign) ?? sign);
