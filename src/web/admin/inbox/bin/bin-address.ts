import { paths } from "#contract/paths.ts";

/** The bin is a view of the inbox page. */
export const binAddress = `${paths.inbox}?view=bin`;

/** Whether a query selects it. */
export const showsBin = (search: string): boolean => new URLSearchParams(search).get("view") === "bin";
