import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { filled } from "./filled.tsx";

it("puts elements into a text where the language has them, and leaves what it does not know", () => {
  const parts = { name: <b>{"{time}"}</b>, time: "10:00" };
  const html = (text: string) => renderToStaticMarkup(<p>{filled(text, parts)}</p>);
  expect(html("Noticed {time}, by {name}.")).toBe("<p>Noticed 10:00, by <b>{time}</b>.</p>");
  expect(html("{name} ने {time} को")).toBe("<p><b>{time}</b> ने 10:00 को</p>");
  expect(html("{constructor} and {}")).toBe("<p>{constructor} and {}</p>");
});
