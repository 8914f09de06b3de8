/**
 * What the server says to the team, by its English sentence: nothing here, since the server speaks English. A key may
 * name values, as `{count} tags.`; a value that is a key itself, such as the label of a field, comes as its text.
 */
export const serverTexts: Readonly<Record<string, string>> = {};
