import { domainToUnicode } from "node:url";
import { readPhoneNumber } from "#server/lib/phone-number.ts";
import type { ChannelType } from "../../brands/brands.ts";
import type { Reader } from "../channel-key.ts";
import { officialPlaces } from "../official-places.ts";

export const reader: Reader = {
  readNumber: (text) => readPhoneNumber(text, "IN")?.key.slice(1) ?? null,
  hostInUnicode: domainToUnicode,
};

const official: Array<{ type: ChannelType; value: string }> = [
  { type: "whatsapp", value: "+91 90000 00001" },
  { type: "phone", value: "1800 000 0000" },
  { type: "phone", value: "1930" },
  { type: "telegram", value: "https://t.me/saffron_example" },
  { type: "email", value: "support@example.com" },
  { type: "website", value: "https://example.com" },
  { type: "youtube", value: "https://www.youtube.com/@saffronexample" },
  // Helplines that the site names.
  { type: "phone", value: "14416" },
  { type: "website", value: "https://telemanas.mohfw.gov.in/" },
];

/** The official places of an example site. */
export const isOurs = officialPlaces(official, "https://desk.example.net", reader);
