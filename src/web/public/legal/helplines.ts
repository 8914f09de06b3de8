import type { PageSite } from "#contract/site.ts";

/** The phone numbers and addresses of helplines, each as a link. */
export function helplineLinks(helplines: PageSite["helplines"]): Array<{ label: string; href: string }> {
  return helplines.flatMap(({ name, phone, url, note }) => {
    const about = note === undefined ? name : `${name} (${note})`;
    return [
      ...(phone === undefined
        ? []
        : [{ label: `${about}: call ${phone}`, href: `tel:${phone.replaceAll(/[^+\d]/g, "")}` }]),
      ...(url === undefined ? [] : [{ label: `${about}: ${new URL(url).host}`, href: url }]),
    ];
  });
}
