/** How many pieces of work begin before whatever has come meanwhile is looked at: Node takes in one connection each time it looks. */
const mostInTurn = 2;

/** Begins with work for each network in turn: whoever asks for much at once waits for itself alone. */
export function createTurns() {
  const lines = new Map<string, Array<() => void>>();

  function take(): void {
    let left = mostInTurn;
    for (const [name, line] of lines) {
      line.shift()?.();
      // The next of this network comes after one of each other.
      lines.delete(name);
      if (line.length > 0) lines.set(name, line);
      if ((left -= 1) === 0) break;
    }
    if (lines.size > 0) setImmediate(take);
  }

  /** Begins with `work` of this network when its turn comes. */
  return (name: string, work: () => void): void => {
    if (lines.size === 0) setImmediate(take);
    const line = lines.get(name) ?? [];
    lines.set(name, line);
    line.push(work);
  };
}
