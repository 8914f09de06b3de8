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

const size = { width: 560, height: 190, left: 56, right: 4, top: 20, bottom: 28 };
/** The letters of a desk and of a phone, in the units of the picture: about twelve pixels on either. */
const letters = { desk: 12, phone: 18 };
const counts: Scale = { unit: 1, tick: counted };

/**
 * A bar chart as SVG in the current language, in light and dark. Each bar has a title; the chart's own title is for
 * screen readers. `title` and the bars must hold no visitor input.
 */
export function barChart(title: string, bars: readonly Bar[], { unit, tick }: Scale = counts): string {
  const { width, height, left, right, top, bottom } = size;
  const { interval, count } = axisOf(largest(bars.map(({ value }) => value)) / unit);
  const ceiling = interval * count * unit;
  const step = (width - left - right) / Math.max(1, bars.length);
  const y = (value: number) => round(height - bottom - ((height - top - bottom) * value) / ceiling);
  const middle = (at: number) => round(left + (at + 0.5) * step);
  const onDesk = new Set(valuesThatFit(bars, step, letters.desk));
  const onPhone = new Set(valuesThatFit(bars, step, letters.phone));
  // About eight labels fit, counted from the last bar, which is today.
  const every = Math.ceil(bars.length / 8);
  const lines = Array.from({ length: count + 1 }, (_, at) => at * interval * unit).map(
    (value) =>
      `<line x1="${left}" x2="${width - right}" y1="${y(value)}" y2="${y(value)}"/>` +
      `<text x="${left - 6}" y="${y(value) + 4}" text-anchor="end">${escape(value === 0 ? counted(0) : tick(round(value / unit)))}</text>`,
  );
  const drawn = bars.map(({ label, value, text, short, isCurrent = false }, at) => {
    const bar =
      `<rect x="${round(middle(at) - step * 0.35)}" y="${y(value)}" width="${round(step * 0.7)}"` +
      ` height="${round(height - bottom - y(value))}" rx="1.5"${isCurrent ? ' class="now"' : ""}>` +
      `<title>${escape(`${label}: ${text}`)}</title></rect>`;
    const above = onDesk.has(at)
      ? `<text class="value${onPhone.has(at) ? "" : " far"}" x="${middle(at)}" y="${y(value) - 5}" text-anchor="middle">${escape(short)}</text>`
      : "";
    const back = bars.length - 1 - at;
    if (back % every !== 0) return bar + above;
    const place = back === 0 ? `x="${width - right}" text-anchor="end"` : `x="${middle(at)}" text-anchor="middle"`;
    const far = (back / every) % 2 === 1 ? ' class="far"' : "";
    return `${bar}${above}<text${far} ${place} y="${height - 8}">${escape(label)}</text>`;
  });
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">` +
    `<title>${escape(title)}</title><style>text{font:${letters.desk}px system-ui,sans-serif;fill:#544d46}.value{font-weight:600;fill:#1b1714}` +
    "rect{fill:#5b6d84}.now{fill:#f93;stroke:#c96a00}line{stroke:#e3ded6}" +
    // The query is about the picture's own width: on a phone larger letters, and fewer of them.
    `@media (max-width:420px){text{font-size:${letters.phone}px}.far{display:none}}` +
    "@media (prefers-color-scheme:dark){text{fill:#c4bbb1}.value{fill:#f3eee8}rect{fill:#8ca0ba}.now{fill:#f93}line{stroke:#302b26}}" +
    "@media (forced-colors:active){text,.value,rect{fill:CanvasText}.now{fill:Highlight;stroke:CanvasText}line{stroke:GrayText}}" +
    `</style>${lines.join("")}${drawn.join("")}</svg>`
  );
}

/** The bars that have room for their value: the highest first, none beside a higher bar or on another value. */
function valuesThatFit(bars: readonly Bar[], step: number, letter: number): number[] {
  const reach = bars.map(({ short }) => (short.length * letter * 0.6 + 4) / 2 / step);
  const taken: number[] = [];
  const highestFirst = bars.map((_, at) => at).toSorted((a, b) => (bars[b]?.value ?? 0) - (bars[a]?.value ?? 0));
  for (const at of highestFirst) {
    const { value = 0, short = "" } = bars[at] ?? {};
    const own = reach[at] ?? 0;
    const isFree = taken.every((other) => Math.abs(other - at) >= own + (reach[other] ?? 0));
    const isHighest = bars.every((other, place) => Math.abs(place - at) - 0.35 >= own || other.value <= value);
    if (value > 0 && short !== "" && isFree && isHighest) taken.push(at);
  }
  return taken;
}

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
