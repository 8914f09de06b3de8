import { z } from "zod";
import { say } from "#copy/server/say.ts";
import { changedNames, choiceNames, type ChoiceName, choices, type Choices, pick } from "#domain/inquiries/choices.ts";

/** The schema of each field of an inquiry that has one of some values. */
export const choiceSchemas = Object.fromEntries(
  choiceNames.map((name) => [name, z.enum(choices[name].values, { error: say(choices[name].error) })]),
) as unknown as { [Name in ChoiceName]: z.ZodEnum<{ [Value in Choices[Name]]: Value }> };

/** Filters by their values. */
export const choiceFilters = z.object(choiceSchemas).partial().shape;

/** What the team changes of them. */
export const choiceChanges = pick(changedNames, choiceFilters);

/** A value of any of those. */
export const changedValue = z.enum([...new Set(changedNames.flatMap((name) => choices[name].values))]);
