import { describe, expect, test } from "vitest";
import { channelTypes, type ChannelType } from "../brands/brands.ts";
import { channelLink, whatsappChat } from "./channel-link.ts";

interface Table {
  /** Link → the values that open it, separated by ` | `. */
  opens: Record<string, string>;
  /** Values that open with a warning. */
  oddly?: Record<string, string>;
  /** Reason → the rejected values. */
  refuses: Record<string, string>;
}

const tables: Record<ChannelType, Table> = {
  whatsapp: {
    opens: {
      "https://wa.me/919000000000": [
        "+91 90000 00000 | 919000000000 | (+91) 90000-00000 | +91\u00a090000\u201100000 | +91 (0) 90000 00000",
        "0091 90000.00000 | wa.me/919000000000 | http://www.wa.me/+919000000000/ | http://wa.me/919000000000?text=hi",
        "api.whatsapp.com/send/?phone=%2B91+90000+00000 | " +
          "https://api.whatsapp.com/send?phone=919000000000&text=//a.example",
      ].join(" | "),
      "https://wa.me/6590000000": "+65 9000 0000 | 006590000000",
      "https://wa.me/123456789012345": "123456789012345",
      "https://wa.me/message/ABCDEFGHIJKLM1": "wa.me/message/ABCDEFGHIJKLM1",
      "https://chat.whatsapp.com/AbCdEfGhIjKlMnOpQrStUv": "http://chat.whatsapp.com/AbCdEfGhIjKlMnOpQrStUv?mode=r",
    },
    refuses: {
      "no country code": "9876543210 | 98765 43210 | 098765 43210 | 0919000000000 | +0919000000000 | 00 091900000000",
      "no country code in the link": "wa.me/9876543210 | api.whatsapp.com/send?phone=9876543210",
      "wrong length": "1234567 | 1234567890123456 | +91 90000 00000, +91 90000 00001 | +91 90000 00000 90000 00001",
      "no number": "+91 90000 0000O | 91+9000000000 | ++919000000000 | call me",
      "digits of other scripts": "९१९०००००००००० | ９１９００００００００００",
      "another page": "wa.me/ | wa.me/qr/ABCDEFGHIJ | api.whatsapp.com/send | api.whatsapp.com/x?phone=919000000000",
      "another place":
        "chat.whatsapp.com/a/b | whatsapp://send?phone=919000000000 | https://wa.me.evil.example/919000000000",
    },
  },
  phone: {
    opens: {
      "tel:+919000000000": "+91 90000 00000 | +91 (90000) 000.00",
      "tel:+442079460000": "+44 (0)20 7946 0000",
      "tel:18000000000": "1800 000 0000 | 1800-000-0000",
      "tel:09876543210": "098765 43210 | (0)98765 43210",
      "tel:112": "112",
      "tel:02240000000;ext=12": "022 4000 0000 ext. 12 | 022-40000000;ext=12 | 02240000000 x12",
    },
    refuses: {
      "letters and signs": "1800 FLOWERS | *123# | #31#900000000 | tel:112 | +91 90000 00000 / 00001 | १८००",
      "wrong length": "12 | +12 | 1234567890123456 | +1234567890123456 | +0 90000 00000",
      "no extension": "112;phone-context=evil.example | 112;ext= | 112;ext=12345678 | ext 12",
    },
  },
  telegram: {
    opens: {
      "https://t.me/Example_1": "@Example_1 | Example_1 | t.me/Example_1 | HTTP://T.ME/Example_1#top",
      "https://t.me/example/": "https://t.me:443/example/?text=https://evil.example",
      "https://www.t.me/example": "https://www.t.me/example",
      "https://telegram.me/example": "telegram.me/example",
      "https://telegram.dog/example": "http://telegram.dog/example",
      "https://example.t.me": "example.t.me | https://example.t.me/",
      "https://t.me/example_bot?start=Site-1": "https://t.me/example_bot?utm_source=a&start=Site-1",
      "https://t.me/example_bot": "https://t.me/example_bot?start=%2F%2Fevil.example",
      "https://t.me/+AbCdEfGhIj_-KlMn": "t.me/+AbCdEfGhIj_-KlMn",
      "https://t.me/joinchat/AbCdEfGhIjKlMnOp": "t.me/joinchat/AbCdEfGhIjKlMnOp",
      "https://t.me/+919000000000": "t.me/+919000000000",
    },
    oddly: { "https://t.me/abcd": "@abcd | t.me/abcd", "https://abcd.t.me": "abcd.t.me" },
    refuses: {
      "no name": `@ | @a | @not a name | example.name | @example/1 | @.. | t.me | https://t.me/.. | ${"a".repeat(33)}`,
      "a page of Telegram's": "@proxy | login.t.me | www.t.me | a.t.me | t.me/share/url?url=//evil.example",
      "a redirector":
        "https://t.me/iv?url=https://evil.example | https://t.me/socks?server=evil.example | t.me//evil.example",
      "another scheme": "tg://resolve?domain=example | javascript:alert('t.me/x') | t.me:example | ftp://t.me/example",
      "another host": "https://t.me.evil.example/x | https://evil.example/t.me/x | //evil.example/t.me | x.evil.t.me",
      "nearly the host": "https://т.me/example | https://t.me./example | https://t.me\\.evil.example | +abcdef.t.me",
      // secretlint-disable-next-line -- made up
      credentials: "https://t.me@evil.example/x | https://user:pass@t.me/example | user@t.me/example",
      "port and encoding": "https://t.me:8443/example | t.me/ex%61mple | https://ｔ.me/example | @ｅｘａｍｐｌｅ",
    },
  },
  instagram: {
    opens: {
      "https://instagram.com/example.name_1": "example.name_1 | @example.name_1 | http://instagram.com/example.name_1",
      "https://www.instagram.com/example/": "https://www.instagram.com/example/?igsh=abc",
      "https://m.instagram.com/example": "m.instagram.com/example",
      "https://ig.me/m/example": "ig.me/m/example",
    },
    oddly: {
      [`https://instagram.com/${"a".repeat(31)}`]: "a".repeat(31),
      "https://instagram.com/with-dash": "with-dash | https://instagram.com/with-dash",
    },
    refuses: {
      "no name": ".. | . | a/../b | two words | खेल | instagram.com | www.instagram.com | https://instagram.com/..",
      "a page of Instagram's": "accounts | https://instagram.com/accounts/login/?next=//evil.example",
      "a redirector": "https://instagram.com/linkshim?u=//evil.example | https://l.instagram.com/?u=//evil.example",
      "another host":
        "https://evil.example/instagram.com/x | https://instagram.com%2eevil.example/x | javascript:alert(1)",
      "nearly the host": "https://instаgram.com/example | https://evilinstagram.com/example",
    },
  },
  facebook: {
    opens: {
      "https://facebook.com/example.page": "example.page | @example.page | http://facebook.com/example.page",
      "https://www.facebook.com/example": "https://www.facebook.com/example?ref=x",
      "https://m.facebook.com/example": "m.facebook.com/example",
      "https://fb.com/example": "fb.com/example",
      "https://m.me/example": "m.me/example",
      "https://facebook.com/profile.php?id=12": "profile.php?id=12 | https://facebook.com/profile.php?sk=about&id=12",
      "https://facebook.com/groups/example/": "https://facebook.com/groups/example/",
      "https://www.facebook.com/share/1AbCdEfGhI/": "https://www.facebook.com/share/1AbCdEfGhI/",
      "https://facebook.com/people/%E0%A4%96/100": "https://facebook.com/people/ख/100",
    },
    oddly: { "https://facebook.com/abc": "abc | facebook.com/abc", "https://fb.me/example": "fb.me/example" },
    refuses: {
      "no name": ".. | facebook.com | m.me | https://facebook.com/profile.php | profile.php?id=x | fb.me/a/b",
      "a redirector":
        "l.php | https://facebook.com/l.php?u=//evil.example | https://l.facebook.com/l.php?u=//evil.example",
      "a page of Facebook's":
        "https://facebook.com/sharer.php?u=//evil.example | facebook.com/login?next=//evil.example",
      "a hidden path": "https://facebook.com/flx/warn/?u=//evil.example | https://facebook.com/a%2F..%2Fl.php",
      "another host": "https://facebook.com.evil.example/example | https://notfacebook.com/example",
    },
  },
  youtube: {
    opens: {
      "https://youtube.com/@example": "youtube.com/@example | http://youtube.com/@example",
      "https://m.youtube.com/@example.name/videos": "https://m.youtube.com/@example.name/videos?si=x",
      "https://www.youtube.com/@%E0%A4%96%E0%A5%87%E0%A4%B2": "https://www.youtube.com/@खेल",
      "https://youtube.com/channel/UCabcdefghij-_1": "https://youtube.com/channel/UCabcdefghij-_1",
      "https://youtu.be/abcdefghijk": "https://youtu.be/abcdefghijk?t=10",
    },
    oddly: {
      "https://youtube.com/c/Example": "https://youtube.com/c/Example",
      "https://youtube.com/user/example": "youtube.com/user/example",
    },
    refuses: {
      "no channel": "@example | youtube.com | youtube.com/example | youtube.com/channel/a/b/c | youtube.com/@%zz",
      "a redirector": "https://youtube.com/redirect?q=//evil.example | youtube.com/attribution_link?u=//evil.example",
      "a hidden path": "https://youtube.com/@a/../redirect?q=//evil.example | https://youtube.com/@a%2F..%2Fredirect",
      "another host":
        "https://youtube.com.evil.example/@example | ｙoutube.com/@example | https://evil.example/@example",
    },
  },
  twitter: {
    opens: {
      "https://x.com/example": "x.com/example | https://x.com/example?s=20",
      "https://www.twitter.com/example_1": "http://www.twitter.com/example_1",
    },
    oddly: { "https://x.com/abcdefghijklmnop": "https://x.com/abcdefghijklmnop" },
    refuses: {
      "no link": "@example | example | https://x.com | x.com/a/b | https://x.com/exa-mple",
      "a redirector": "https://x.com/i/redirect?url=//evil.example | https://twitter.com/share?url=//evil.example",
      "another host": "https://evilx.com/example | https://t.co/abc | https://x.com\\@evil.example",
    },
  },
  linkedin: {
    opens: {
      "https://linkedin.com/in/example-name": "linkedin.com/in/example-name",
      "https://www.linkedin.com/company/example/about/": "https://www.linkedin.com/company/example/about/?x=1",
      "https://linkedin.com/in/jos%C3%A9": "https://linkedin.com/in/jos%C3%A9 | linkedin.com/in/josé",
    },
    oddly: { "https://lnkd.in/gAbCdEf": "https://lnkd.in/gAbCdEf" },
    refuses: {
      "no link": "example | in/example | linkedin.com/in/ | https://linkedin.com/in/a b",
      "a redirector": "https://linkedin.com/redir?url=//evil.example | linkedin.com/safety/go?url=//evil.example",
      "another host": "https://linkedin.com.evil.example/in/example",
    },
  },
  email: {
    opens: {
      "mailto:First.Last%2Btag@mail.example.com": "First.Last+tag@mail.example.com",
      "mailto:a%3Fb%26c%3Dd%2Fe%25f@example.com": "a?b&c=d/e%f@example.com",
      [`mailto:${"a".repeat(64)}@example.com`]: `${"a".repeat(64)}@example.com`,
      [`mailto:a@${"b".repeat(63)}.com`]: `a@${"b".repeat(63)}.com`,
    },
    refuses: {
      headers: "support@example.com?subject=x | support@example.com?bcc=a@evil.example | mailto:support@example.com",
      "not one address": "a@example.com,b@example.com | a@b@example.com | Support <support@example.com>",
      "no address": "support | @example.com | support@ | support@example | a b@example.com | ａ@example.com",
      "a wrong local part": `.a@example.com | a.@example.com | a..b@example.com | ${"a".repeat(65)}@example.com`,
      "a wrong domain":
        `a@-example.com | a@example-.com | a@example..com | a@[127.0.0.1] | a@${"b.".repeat(126)}co | ` +
        `a@${"b".repeat(64)}.com | a@example.1com | a@example.c | a@example.com@example.com`,
    },
  },
  website: {
    opens: {
      "https://example.com": "https://example.com",
      "https://example.com/a?b=c#d": "https://example.com/a?b=c#d",
      "http://example.com/": "http://EXAMPLE.com/",
      "https://xn--21b0d0c.example/": "https://खेल.example",
      "https://evil.example/t.me": "https://ｅｖｉｌ.example/t.me",
    },
    refuses: {
      "no http(s)": "example.com | //example.com | /contact | ftp://example.com | blob:https://example.com/1",
      "a script": "javascript:alert(1) | JavaScript://example.com/%0aalert(1) | data:text/html,x | vbscript:x",
      // secretlint-disable-next-line -- made up
      credentials: "https://user@example.com | https://user:pass@example.com | https://:pass@example.com",
      "no site": "https:// | https://example | http://https://example.com | https://example.com:8443",
      "what URL would repair": "https://example.com/a b | https:\\\\example.com | https://example.com\\@evil.example",
    },
  },
  withdrawal_proof: {
    opens: {
      "https://t.me/example/123": "https://t.me/example/123",
      "http://example.com/1.jpg": "http://example.com/1.jpg",
    },
    refuses: {
      // secretlint-disable-next-line -- made up
      "no URL": "t.me/example/123 | paid on Monday | file:///etc/passwd | https://user:pass@example.com/1",
    },
  },
};

/** One row per value, with its link or reason first. */
function rows(table: Record<string, string> = {}): [string, string][] {
  return Object.entries(table).flatMap(([key, values]) =>
    values.split(" | ").map((value): [string, string] => [key, value]),
  );
}

describe.each(channelTypes)("%s", (type) => {
  const { opens, oddly, refuses } = tables[type];

  test.each(rows(opens))("opens %s from %j", (href, value) => {
    expect(channelLink(type, value)).toEqual({ ok: true, href });
  });

  for (const [href, value] of rows(oddly)) {
    test(`opens ${href} from ${value}, as something odd`, () => {
      expect(channelLink(type, value)).toEqual({ ok: true, href, warning: expect.any(String) });
    });
  }

  test.each([...rows(refuses), ["nothing", ""]])("refuses %s: %j", (_, value) => {
    expect(channelLink(type, value)).toEqual({ ok: false, reason: "no such place" });
  });
});

describe("a WhatsApp chat with a text", () => {
  test.each([
    ["+91 90000 00001", "https://wa.me/919000000001?text=My%20reference%20is%20K7P-4MX%20%26%20more"],
    [
      "https://wa.me/919000000001?text=theirs",
      "https://wa.me/919000000001?text=My%20reference%20is%20K7P-4MX%20%26%20more",
    ],
    ["https://chat.whatsapp.com/ABCdef123", undefined],
    ["nothing", undefined],
  ])("opens from %s", (value, href) => {
    expect(whatsappChat(value, "My reference is K7P-4MX & more")).toBe(href);
  });
});
