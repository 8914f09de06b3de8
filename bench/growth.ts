import type { Growth } from "./figures.ts";

type Panel = Growth["panel"];

/** A rectangle for lines, with its sides in the plot's pixels. */
interface Frame {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

const width = 1120;
const height = 520;
/** The x axis label of each panel, from the left. */
const panels: Record<Panel, string> = {
  "a page, by its channels": "channels",
  "the inbox, by its inquiries": "inquiries",
};
const panelWidth = width / Object.keys(panels).length;
/** Space around the frames of a panel; the line names are on the right. */
const margin = { left: 72, right: 208, top: 88, bottom: 68 };
/** Space between two frames of a panel; there is one frame per unit. */
const gap = 64;
/** A line's name has two lines of text. */
const labelHeight = 34;

const style = `
  svg { color-scheme: light dark; font: 13px system-ui, sans-serif; }
  .ground { fill: #fff; }
  text { fill: #57534e; }
  .title { fill: #1c1917; font-size: 16px; font-weight: 600; }
  .grid { stroke: #e7e5e4; }
  .line { fill: none; stroke: currentColor; stroke-width: 2.5; stroke-linejoin: round; }
  .leader { stroke: currentColor; opacity: 0.4; }
  .point { fill: currentColor; stroke: #fff; stroke-width: 2; }
  .name { fill: currentColor; font-weight: 600; }
  .tone-0 { color: #b45309; }
  .tone-1 { color: #0369a1; }
  .tone-2 { color: #15803d; }
  .tone-3 { color: #9333ea; }
  @media (prefers-color-scheme: dark) {
    .ground { fill: #1c1917; }
    text { fill: #a8a29e; }
    .title { fill: #fafaf9; }
    .grid { stroke: #3a3532; }
    .point { stroke: #1c1917; }
    .tone-0 { color: #fbbf24; }
    .tone-1 { color: #38bdf8; }
    .tone-2 { color: #4ade80; }
    .tone-3 { color: #d8b4fe; }
  }
`;

const number = new Intl.NumberFormat("en", {
  maximumSignificantDigits: 3,
  maximumFractionDigits: 0,
  roundingPriority: "morePrecision",
});

/** One plot of all growth: a panel for pages, one for the inbox, both axes logarithmic. */
export function drawGrowth(growth: readonly Growth[]): string {
  const drawn = Object.entries(panels).map(([panel, counted], index) =>
    drawPanel({
      title: panel,
      counted,
      lines: growth.filter((line) => line.panel === panel),
      left: index * panelWidth,
    }),
  );
  const size = `viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} role="img">
<title>How cost grows, on logarithmic axes</title>
<desc>${escape(growth.map(describe).join(" "))}</desc>
<style>${style}</style>
<rect class="ground" width="${width}" height="${height}" rx="12"/>
${drawn.join("\n")}
</svg>
`;
}

function drawPanel(panel: { title: string; counted: string; lines: Growth[]; left: number }): string {
  const { title, counted, lines, left } = panel;
  const units = [...new Set(lines.map(({ unit }) => unit))];
  const frameHeight = (height - margin.top - margin.bottom - gap * (units.length - 1)) / units.length;
  const frames = units.map((unit, index) => {
    const top = margin.top + index * (frameHeight + gap);
    const frame = { left: left + margin.left, right: left + panelWidth - margin.right, top, bottom: top + frameHeight };
    const isLast = index === units.length - 1;
    const ofUnit = lines.filter((line) => line.unit === unit);
    return drawFrame(frame, { unit, lines: ofUnit, tones: ofUnit.map((line) => lines.indexOf(line)), counted, isLast });
  });
  const heading = `${title[0]?.toUpperCase()}${title.slice(1)}`;
  return [text(heading, { x: left + 24, y: 36, class: "title" }), ...frames].join("\n");
}

function drawFrame(
  frame: Frame,
  {
    unit,
    lines,
    tones,
    counted,
    isLast,
  }: { unit: string; lines: Growth[]; tones: number[]; counted: string; isLast: boolean },
): string {
  const points = lines.flatMap((line) => line.points);
  const sizes = [...new Set(points.map(({ size }) => size))].sort((a, b) => a - b);
  const ticks = ticksAround(points.map(({ value }) => value));
  const x = scale([sizes[0] ?? 1, sizes.at(-1) ?? 1], [frame.left, frame.right]);
  const y = scale([ticks[0] ?? 1, ticks.at(-1) ?? 1], [frame.bottom, frame.top]);
  const places = spread(
    lines.map((line) => y(line.points.at(-1)?.value ?? 1)),
    frame,
  );
  return [
    ...ticks.flatMap((tick) => [
      `<path class="grid" d="M${frame.left - 8} ${round(y(tick))}H${frame.right + 8}"/>`,
      text(number.format(tick), { x: frame.left - 16, y: y(tick) + 4, anchor: "end" }),
    ]),
    text(unit, { x: frame.left - 16, y: frame.top - 20, anchor: "end" }),
    ...(isLast
      ? sizes.map((size) => text(number.format(size), { x: x(size), y: frame.bottom + 26, anchor: "middle" }))
      : []),
    ...(isLast
      ? [
          text(`${counted} (both axes are logarithmic)`, {
            x: (frame.left + frame.right) / 2,
            y: frame.bottom + 48,
            anchor: "middle",
          }),
        ]
      : []),
    ...lines.map((line, index) => {
      const at = line.points.map(({ size, value }) => [round(x(size)), round(y(value))] as const);
      const [endX = 0, endY = 0] = at.at(-1) ?? [];
      const place = places[index] ?? endY;
      const [first, last] = [line.points[0]?.value ?? 0, line.points.at(-1)?.value ?? 0];
      return `<g class="tone-${tones[index]}">
<path class="line" d="M${at.map((point) => point.join(" ")).join("L")}"/>
${at.map(([cx, cy]) => `<circle class="point" cx="${cx}" cy="${cy}" r="5"/>`).join("")}
<path class="leader" d="M${endX + 8} ${endY}L${endX + 18} ${round(place)}"/>
${text(line.name, { x: endX + 24, y: place - 3, class: "name" })}
${text(`${number.format(first)} → ${number.format(last)} ${unit}`, { x: endX + 24, y: place + 13 })}
</g>`;
    }),
  ].join("\n");
}

/** Places labels as near to where they belong as possible without overlap, in their order. */
function spread(wanted: readonly number[], { top, bottom }: Frame): number[] {
  const places = [...wanted];
  const order = wanted.map((_, index) => index).sort((a, b) => (wanted[a] ?? 0) - (wanted[b] ?? 0));
  let above = top - labelHeight;
  for (const index of order) {
    above = Math.max(places[index] ?? 0, above + labelHeight);
    places[index] = above;
  }
  let below = bottom + labelHeight;
  for (const index of order.toReversed()) {
    below = Math.min(places[index] ?? 0, below - labelHeight);
    places[index] = below;
  }
  return places;
}

/**
 * The steps 1, 2 and 5 of each power of ten, from below all values to above them; only the powers if there are many.
 */
function ticksAround(values: readonly number[]): number[] {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const steps = (factors: readonly number[]) => {
    const all = Array.from({ length: 24 }, (_, power) => factors.map((step) => Number(`${step}e${power - 9}`))).flat();
    const from = all.findLastIndex((step) => step <= low);
    return all.slice(Math.max(0, from), all.findIndex((step) => step >= high && step > low) + 1);
  };
  const fine = steps([1, 2, 5]);
  return fine.length > 7 ? steps([1]) : fine;
}

function scale([low, high]: [number, number], [from, to]: [number, number]): (value: number) => number {
  const span = Math.log(high / low) || 1;
  return (value) => from + ((to - from) * Math.log(value / low)) / span;
}

function describe({ panel, name, unit, points }: Growth): string {
  const said = points.map(({ size, value }) => `${number.format(value)} ${unit} at ${number.format(size)}`);
  return `${panel}, ${name}: ${said.join(", ")}.`;
}

function text(content: string, at: { x: number; y: number; class?: string; anchor?: "middle" | "end" }): string {
  const named = at.class === undefined ? "" : ` class="${at.class}"`;
  const anchor = at.anchor === undefined ? "" : ` text-anchor="${at.anchor}"`;
  return `<text x="${round(at.x)}" y="${round(at.y)}"${named}${anchor}>${escape(content)}</text>`;
}

const round = (place: number) => Math.round(place * 10) / 10;
const escape = (content: string) => content.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
