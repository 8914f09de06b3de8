/**
 * The errors of one part of a form, such as `hours`, by the field names in it; the part's own error has the empty name.
 */
export function partErrors(errors: Readonly<Record<string, string>>, part: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(errors).flatMap(([field, message]) => {
      if (field === part) return [["", message]];
      return field.startsWith(`${part}.`) ? [[field.slice(part.length + 1), message]] : [];
    }),
  );
}
