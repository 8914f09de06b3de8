/** Shows the parts of these names, and hides the others. */
export function showOnly(names: readonly string[]): void {
  for (const part of document.querySelectorAll<HTMLElement>("[data-shown]"))
    part.hidden = !names.includes(part.dataset["shown"] ?? "");
}
