/** A name and a figure; `aim` says what it must be, and whether it is. */
export interface Line {
  name: string;
  figure: string | number;
  aim?: { text: string; isMet: boolean };
}

/** A figure that must be 0. */
export function none(name: string, figure: number): Line {
  return { name, figure, aim: { text: "0", isMet: figure === 0 } };
}

/** The lines as text, and whether every aim is met. */
export function formatLines(title: string, lines: readonly Line[]): { text: string; isGood: boolean } {
  const figures = lines.map(({ figure }) => (typeof figure === "number" ? figure.toLocaleString("en") : figure));
  const width = Math.max(...lines.map(({ name }) => name.length));
  const figureWidth = Math.max(...figures.map((figure) => figure.length));
  const rows = lines.map(({ name, aim }, index) => {
    const start = `${name.padEnd(width)}  ${(figures[index] ?? "").padStart(figureWidth)}`;
    return aim === undefined ? start : `${start}  ${aim.isMet ? "✓" : "✗"} ${aim.text}`;
  });
  return { text: [title, ...rows].join("\n"), isGood: lines.every(({ aim }) => aim?.isMet !== false) };
}
