import type * as libphonenumber from "libphonenumber-js/min";
import { useEffect, useState } from "react";
import type { ReadNumber } from "#domain/brands/brand.ts";
import { useChannelState } from "../use-team-channels.ts";

type Library = Pick<typeof libphonenumber, "isSupportedCountry" | "parsePhoneNumberFromString">;
let loading: Promise<Library> | undefined;

/** Reads numbers as the server does, those of the site's country without its code; undefined until it is loaded. */
export function useNumberReader(): ReadNumber | undefined {
  const [library, setLibrary] = useState<Library>();
  const country = useChannelState().data?.country ?? "";
  useEffect(() => {
    loading ??= import("libphonenumber-js/min");
    // If it does not load, the server still checks the saved values.
    loading.then(setLibrary, () => (loading = undefined));
  }, []);
  if (library === undefined) return undefined;
  const { isSupportedCountry, parsePhoneNumberFromString } = library;
  return (text) => {
    const number = parsePhoneNumberFromString(text, isSupportedCountry(country) ? country : undefined);
    if (number === undefined || !number.isPossible()) return null;
    return { key: number.number, international: number.formatInternational() };
  };
}
