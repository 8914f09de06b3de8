import { describe, expect, it } from "vitest";
import { foreignChannels } from "./foreign-channels.ts";

function read(text: string) {
  const result = foreignChannels(text);
  if (result?.ok !== true) throw new Error(`not read: ${result?.problem}`);
  const { found } = result;
  return {
    channels: found.channels.map(({ channel }) => channel),
    refused: found.refused.map(({ place, problem }) => `${place}: ${problem}`),
    ignored: found.ignored,
  };
}

describe("channels in CSV", () => {
  it.each([
    ["commas", 'Type,Value,Description,Active\r\nWhatsApp,+91 90000 00001,"Day, and ""night""",no\r\n'],
    [
      "Excel's semicolons",
      '\uFEFFsep=;\r\nACTIVE;description;value;type\r\nNo;"Day, and ""night""";+91 90000 00001;whatsapp\r\n',
    ],
    ["tabs and old line ends", 'value\ttype\tis_active\tproof\r+91 90000 00001\tWHATSAPP\t0\t"Day, and ""night"""\r'],
  ])("are read with %s", (_what, text) => {
    expect(read(text).channels).toEqual([
      { type: "whatsapp", value: "+91 90000 00001", isActive: false, proof: 'Day, and "night"' },
    ]);
  });

  it("need no type if the value says it, and keep what the file does not say", () => {
    const text =
      "link,owner\nhttps://t.me/example,Ravi\nwa.me/919000000001,\ndesk@example.com,\ntel:+919000000001,\n+919000000002,\n123,";
    expect(read(text)).toEqual({
      channels: [
        { type: "telegram", value: "https://t.me/example" },
        { type: "whatsapp", value: "wa.me/919000000001" },
        { type: "email", value: "desk@example.com" },
        { type: "phone", value: "+919000000001" },
        { type: "phone", value: "123" },
      ],
      refused: [
        expect.stringMatching(/^Line 6: This number can be for calls or for WhatsApp\. Write phone or whatsapp/),
      ],
      ignored: ["owner"],
    });
  });

  it("are refused one by one, each with its line and what would be right", () => {
    const text = [
      "type,value,active,description",
      "fax,1,,",
      "telegram,https://t.me.evil.example/x,,",
      "website,https://example.com,maybe,",
      ",,,Nothing",
      "website,https://example.com/a,,a,b",
      '"website",https://example.com/b,,"two',
      'lines"',
      ",@example,,",
      ",https://t.me.evil.example/x,,",
      "website, https://example.com/b ,,",
      `website,https://example.com/c,,${"a".repeat(501)}`,
      'website,https://example.com/d,,"open',
      "website,https://example.com/e,,",
    ].join("\n");
    const { channels, refused } = read(text);
    expect(channels).toEqual([{ type: "website", value: "https://example.com/b", proof: "two\nlines" }]);
    expect(refused).toEqual([
      expect.stringMatching(/^Line 2: Type: write one of phone, whatsapp, /),
      expect.stringMatching(/^Line 3: Telegram: Write the channel's full URL on t\.me/),
      "Line 4: Active: write yes or no.",
      "Line 5: There is no value. Write a link, a number or an address.",
      expect.stringMatching(/^Line 6: This line has more cells than the first one\./),
      expect.stringMatching(/^Line 9: The type is not clear/),
      expect.stringMatching(/^Line 10: This link is not on a platform that can be a channel here\./),
      "Line 11: This is the channel of line 7 again.",
      "Line 12: Description: write at most 500 characters.",
      "Line 13: The quote that opens on line 13 is not closed.",
    ]);
  });

  it("are taken once, and up to a thousand", () => {
    const rows = Array.from({ length: 1001 }, (_row, at) => `https://example.com/${at},website`);
    const { channels, refused } = read(
      ["value,type", "www.t.me/example,", "https://www.t.me/example,", ...rows].join("\n"),
    );
    expect(channels).toHaveLength(1000);
    expect(refused).toEqual([
      "Line 3: This is the channel of line 2 again.",
      ...[1003, 1004].map((line) => expect.stringMatching(`^Line ${line}: A file may hold at most 1000 channels`)),
    ]);
  });

  it.each([
    ["", "This file is empty."],
    ["telegram,https://t.me/example", /^Line 1: there is no column named value\./],
    ["v\uFFFDlue\n", /^This file is not UTF-8 text\./],
    ['value,"type\n', "The quote that opens on line 1 is not closed."],
  ])("need a header in a text: %j", (text, problem) => {
    expect(foreignChannels(text)).toEqual({ ok: false, problem: expect.stringMatching(problem) });
  });
});

describe("channels in a page of links", () => {
  const page = (...lines: string[]) => read(["<!doctype html>", "<body>", ...lines].join("\n"));

  it("are the links of its buttons", () => {
    expect(
      page(
        `<a class="button button-whatsapp" href="https://wa.me/919000000001" target=_blank><img src="a>b.svg">Chat on WhatsApp</a>`,
        `<A HREF='https://t.me/example?a=1&amp;b=2' CLASS='x button'>Our <b>VIP</b> channel &#x1F3CF;</A>`,
        "<a class=button href=mailto:desk%40example.com?subject=Hi>E-mail</a>",
      ).channels,
    ).toEqual([
      { type: "whatsapp", value: "https://wa.me/919000000001" },
      { type: "telegram", value: "https://t.me/example?a=1&b=2", proof: "Our VIP channel 🏏" },
      { type: "email", value: "desk@example.com" },
    ]);
  });

  it("are refused with their line, and never found in comments, scripts and other links", () => {
    const { channels, refused } = page(
      '<!-- <b>x</b> <a class="button" href="https://t.me/comment">x</a> -->',
      `<script>"<a class='button' href='https://t.me/script'>"</script>`,
      '<a href="https://t.me/plain">x</a> <a class="buttons" href="https://t.me/other">x</a>',
      '<a class="button button-default" href="#">Empty</a>',
      '<a class="button button-telegram" href="javascript:alert(1)">x</a>',
      '<a class="button" href="https://discord.gg/abc">x</a>',
      '<a class="button" href="https://t.me/unfinished',
    );
    expect(channels).toEqual([]);
    expect(refused).toEqual([
      expect.stringMatching(/^Line 6: The type is not clear/),
      expect.stringMatching(/^Line 7: The type is not clear/),
      expect.stringMatching(/^Line 8: This link is not on a platform/),
    ]);
  });

  it("needs buttons", () => {
    expect(foreignChannels("<html></html>")).toEqual({
      ok: false,
      problem: expect.stringContaining("no links of the class button"),
    });
  });
});

describe("channels in LinkStack's export", () => {
  it("are its links in the order of the page", () => {
    const links = [
      { link: "https://www.youtube.com/@example", title: "Watch", button_id: 40, order: 2, type: "predefined" },
      { link: "", title: "Reach us", button_id: 42, order: 0, type: "heading" },
      { link: "tel:+919000000001", title: "Call", button_id: 44, order: 1, type: "telephone" },
      { link: "https://example.com", title: "Our site", button_id: 37, order: 3, type: null },
      { link: "https://discord.gg/abc", title: "Discord", button_id: 7, order: 4 },
      7,
    ];
    expect(read(JSON.stringify({ name: "Ravi", links }))).toMatchObject({
      channels: [
        { type: "phone", value: "+919000000001", proof: "Call" },
        { type: "youtube", value: "https://www.youtube.com/@example", proof: "Watch" },
        { type: "website", value: "https://example.com", proof: "Our site" },
      ],
      refused: [
        "Link 6: There is no value. Write a link, a number or an address.",
        expect.stringMatching(/^Link 5: This link is not on a platform/),
      ],
    });
  });
});

it("reads at most 5000 entries of a file, and finds nothing under the names that every object has", () => {
  const entry = { link: "constructor", button_id: "constructor", type: "__proto__", order: "toString" };
  const all = read(JSON.stringify({ links: Array.from({ length: 100_000 }, () => entry) }));
  expect(all.refused).toHaveLength(5001);
  expect(all.refused.at(-1)).toContain("more than 5000 entries");
});

it("leaves our own file and broken JSON to others", () => {
  for (const text of ['{"format":"front-desk-channels","links":[]}', "{", "[1]"])
    expect(foreignChannels(text)).toBeUndefined();
});
