import { z } from "zod";
import { languageCodes } from "#domain/languages.ts";

/**
 * The field with the language of the visitor's page, in calls of visitors. Another language counts as none: a browser
 * that translates a page changes the language that the page says of itself, and the visitor could not correct it.
 */
export const languageField = {
  language: z
    .enum(languageCodes)
    .optional()
    .catch(undefined)
    .describe("The language of the visitor's page: messages and emails are in it. Another one counts as none"),
};

/** The language in which an inquiry was sent; null if it is not known. */
export const sentLanguage = z.enum(languageCodes).nullable();
