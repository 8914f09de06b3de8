import type { PageData } from "#contract/page.ts";

/** Values of most channels, which are left out. */
const usual = { isActive: true, proof: "", availability: null };

/**
 * A page's data as JSON that cannot end its script element early
 * (https://html.spec.whatwg.org/#restrictions-for-contents-of-script-elements).
 */
export function writePageData({ contacts: channels, ...data }: PageData): string {
  const short = channels?.map(({ isActive: _active, proof, availability, ...channel }) => ({
    ...channel,
    ...(proof !== usual.proof && { proof }),
    ...(availability !== usual.availability && { availability }),
  }));
  return JSON.stringify({ ...data, contacts: short }).replaceAll("<", "\\u003c");
}

/** The data that `writePageData` wrote. */
export function readPageData(json: string): PageData {
  const data = JSON.parse(json) as PageData;
  return data.contacts === undefined
    ? data
    : { ...data, contacts: data.contacts.map((channel) => ({ ...usual, ...channel })) };
}
