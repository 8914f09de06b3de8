/** A clock that stands still until it is moved. */
export function createClock() {
  let time = Date.UTC(2026, 10, 1, 12);
  return {
    now: () => time,
    advance: (by: { seconds?: number; minutes?: number; hours?: number; days?: number }): void => {
      const { seconds = 0, minutes = 0, hours = 0, days = 0 } = by;
      time += (seconds + 60 * (minutes + 60 * (hours + 24 * days))) * 1000;
    },
  };
}
