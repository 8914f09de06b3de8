import type { NamedRole, OwnRole } from "#contract/channels/verify.ts";
import type { Particulars, Site } from "#contract/site/site.ts";
import { foreignPlaces } from "#domain/lookalike/named-places.ts";
import type { FullSettings } from "../settings/full-settings.ts";
import type { SupportAddress } from "./support-address.ts";

type Place<Role> = { type: "email" | "phone" | "website"; value: string; role: Role };
/** An address of ours that is no channel. */
export type OwnPlace = Place<OwnRole>;
/** A public service that our pages name; `name` is its own. */
export type NamedService = Place<NamedRole> & { name: string };

/**
 * Every address of ours outside the channel list that our pages and emails show to visitors. A new one belongs here:
 * `/verify` and the check of public texts know no others.
 */
export function ownPlaces(
  { support, legal }: Pick<Site, "support" | "legal">,
  { email, source }: SupportAddress,
  settings: Pick<FullSettings, "mail" | "incoming"> | null = null,
): OwnPlace[] {
  const texts: Array<[OwnRole, string | undefined]> = [
    ["sender", settings?.mail?.from],
    ["answers", settings?.incoming?.replyTo],
    ["support", source === "nobody" ? undefined : email],
    ["security", support.securityEmail],
    ["grievance", legal.grievanceEmail],
    ["grievance", legal.grievanceOfficer],
    ["data", legal.dataContact],
    ["operator", legal.address],
  ];
  return texts.flatMap(([role, text]) =>
    placesIn(text ?? "").map((value): OwnPlace => ({ type: typeOf(value), value, role })),
  );
}

/** The helplines, and where to report fraud, that our pages name. */
export function namedServices({ helplines, reporting }: Pick<Particulars, "helplines" | "reporting">): NamedService[] {
  const listed = (role: NamedRole, services: Site["helplines"]) =>
    services.flatMap(({ name, phone, url }): NamedService[] => [
      ...(phone === undefined ? [] : [{ type: "phone" as const, value: phone, role, name }]),
      ...(url === undefined ? [] : [{ type: "website" as const, value: url, role, name }]),
    ]);
  return [...listed("helpline", helplines), ...listed("reporting", reporting)];
}

/** The numbers, addresses and links in a line such as `Asha Rao, privacy@example.com`. */
function placesIn(text: string): string[] {
  return /^\S+@\S+$/.test(text) ? [text] : foreignPlaces(text, () => false);
}

function typeOf(value: string): OwnPlace["type"] {
  if (/^[^/]*@/.test(value)) return "email";
  return /\p{L}/u.test(value) ? "website" : "phone";
}
