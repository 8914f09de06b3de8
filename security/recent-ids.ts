import type { HostileRequest } from "./hostile.ts";
import type { Call } from "./openapi.ts";

/** Ids remembered for each area of the API. */
const kept = 20;
/** A placeholder for an id from a response; even numbers take one from the request's own area. */
const place = /~recent(\d+)~/g;
export const places: readonly string[] = Array.from({ length: kept }, (_, at) => `~recent${at}~`);

/** Remembers ids from responses, so that hostile requests reach existing rows. */
export function createRecentIds() {
  const areas = new Map<string, string[]>();
  const areaOf = ({ path }: Call) => path.split("/")[2] ?? "";

  function keep(area: string, id: string): void {
    const known = areas.get(area)?.filter((one) => one !== id) ?? [];
    areas.set(area, [id, ...known].slice(0, kept));
  }

  return {
    /** Fills the placeholders of a request. Without a known id they stay. */
    fill(call: Call, request: HostileRequest): HostileRequest {
      const fill = (text: string) =>
        text.replace(place, (whole, digits: string) => {
          const at = Number(digits);
          const ids = areas.get(at % 2 === 0 ? areaOf(call) : "") ?? [];
          return ids[at % ids.length] ?? whole;
        });
      return { ...request, path: fill(request.path), body: request.body && fill(request.body) };
    },

    learn(call: Call, status: number, body: string): void {
      if (status >= 300) return;
      for (const [, id = ""] of body.slice(0, 20_000).matchAll(/"_?id":"([^"\\]+)"/g)) {
        keep(areaOf(call), id);
        keep("", id);
      }
    },
  };
}
