import type { ReadNumber } from "./brand.ts";
import { dialled, isOneOf, parseBrandUrl } from "./open-page.ts";
import { regional } from "./profile-name.ts";
import { withoutTrunkZero } from "./trunk-zero.ts";

/** Helpers for what people paste as a channel's value; for the `input` of brands, which visitors do not download. */

/**
 * A link to a brand's hosts for phones or countries, or to another of its hosts, as the same link on its main host;
 * undefined for a link that opens as it is, and for any other text.
 */
export function onMainHost(
  text: string,
  main: string,
  open: readonly string[],
  others: readonly string[] = [],
): string | undefined {
  const place = parseBrandUrl(text);
  if (place === undefined || isOneOf(open, place.host)) return undefined;
  const isSame = [...open, ...others].some((own) => {
    const sub = place.host === own ? "" : place.host.endsWith(`.${own}`) ? place.host.slice(0, -own.length) : undefined;
    return sub !== undefined && (sub === "" || regional.test(sub));
  });
  return isSame ? `https://${main}${place.url.pathname}${place.url.search}` : undefined;
}

/** A link, with or without its scheme, by host and path: `t.me/name`. */
export function placeOf(text: string): string | undefined {
  const place = parseBrandUrl(text);
  return place && place.host.replace(/^www\./, "") + place.path;
}

/** The parameters of an app's link, each of which occurs once; undefined if it is no such link. */
export function appQuery(text: string, link: RegExp): URLSearchParams | undefined {
  const query = link.exec(text)?.[1];
  if (query === undefined) return undefined;
  const values = new URLSearchParams(query);
  return new Set(values.keys()).size === values.size ? values : undefined;
}

/** A number as written, without the 0 that is not dialled after its country code; undefined if it has none. */
export function withoutWrittenZero(text: string): string | undefined {
  const number = dialled(text);
  const digits = number.replace(/^(?:\+|00)/, "");
  const stripped = withoutTrunkZero(digits);
  if (stripped === digits) return undefined;
  // The digits of both are the same from the start up to the 0, and from the end back to it.
  let code = 0;
  while (digits[code] === stripped[code]) code += 1;
  const before = (number.startsWith("00") ? 2 : 0) + code;
  const zero = digits.length - stripped.length;
  const shape = new RegExp(String.raw`^((?:\D*\d){${before}})(\D*)(?:\d\D*){${zero}}`);
  return text
    .trim()
    .replace("(0)", "")
    .replace(shape, (_all, start: string, gap: string) => start + (gap === "" ? "" : " "));
}

/** Numbers that only their own country can call. */
const localOnly = /^0?(?:1?800|18[0-9]0|1[39]00|900)/;

/** A number as it is called from everywhere, such as `+91 98765 43210`; undefined if it is so, or has no such form. */
export function usualNumber(text: string, read?: ReadNumber): string | undefined {
  const isNational = !/^(?:\+|00)/.test(dialled(text));
  const written = (isNational ? undefined : withoutWrittenZero(text)) ?? text;
  const number = dialled(written);
  const known = isNational && localOnly.test(number) ? null : (read?.(written) ?? null);
  const isSame = known !== null && (isNational || known.key === number.replace(/^00/, "+"));
  const usual = isSame ? known.international : written.replace(/^00\s*/, "+");
  return usual === text ? undefined : usual;
}
