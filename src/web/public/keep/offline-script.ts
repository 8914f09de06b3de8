import { language, setLanguage } from "#copy/locale/language.ts";
import { type ChannelType, channelTypes } from "#domain/brands/brands.ts";
import { channelLink } from "#domain/channels/channel-link.ts";
import { defaultLanguage, languageOf, localeOf } from "#domain/languages.ts";
import { langOf } from "#web/ui/text-language.ts";
import { isMarked } from "../offline-queue/queue-mark.ts";
import { readKept, whileKept, writeKept } from "./kept.ts";
import { checkList, type KeptChannel } from "./list-check.ts";
import { showOnly } from "./show-only.ts";

/** Fills the page that a kept site shows without a network. Until it runs, the page says that it cannot know. */

const locale = localeOf(document.documentElement.lang);
const minute = 60_000;

async function show(): Promise<void> {
  const now = Date.now();
  const kept = await readKept();
  const checked = await checkList(kept, location.origin, now);
  const about = [
    location.pathname.endsWith("/verify") ? "verify" : "",
    isMarked() ? "queued" : "canWait",
    checked.ok ? (checked.list.hidden ? "hidden" : "list") : "unknown",
    checked.ok ? "" : checked.doubt,
  ];
  if (checked.ok) {
    const { version, channels, issuedAt, expiresAt } = checked.list;
    fill("signed", "{age}", ageText(now - issuedAt));
    fill("until", "{time}", clockText(new Date(expiresAt)));
    const list = document.querySelector<HTMLElement>("[data-channels]");
    setLanguage(languageOf(list?.dataset["language"]));
    const known = channels.filter(isKnown);
    // The page holds the names of the channel types in its language.
    const labels = JSON.parse(list?.getAttribute("data-channels") ?? "{}") as Record<ChannelType, string>;
    list?.replaceChildren(...known.flatMap((channel) => row(channel, labels[channel.type])));
    if (known.length === 0) about.push("none");
    await whileKept(async () => {
      const present = await readKept();
      if (present === undefined || present.seen.version > version) return;
      await writeKept({ ...present, seen: { version, at: Math.max(now, present.seen.at) } });
    });
  }
  showOnly(about);
}

const isKnown = (channel: KeptChannel): channel is KeptChannel & { type: ChannelType } =>
  (channelTypes as string[]).includes(channel.type);

/** A channel with its link, which is checked here once more; without one it is not shown. */
function row({ type, value, ...texts }: KeptChannel & { type: ChannelType }, label: string): HTMLElement[] {
  const link = channelLink(type, value);
  if (!link.ok) return [];
  const open = Object.assign(document.createElement("a"), {
    href: link.href,
    target: "_blank",
    rel: "noopener noreferrer",
    textContent: value,
  });
  const item = document.createElement("li");
  item.append(Object.assign(document.createElement("strong"), { textContent: label }), open);
  const own = language === defaultLanguage ? undefined : texts.translations?.[language];
  const textContent = own ?? texts.description;
  if (textContent !== "") {
    const shown = Object.assign(document.createElement("span"), { className: "soft small-text", textContent });
    const lang = own === undefined ? langOf(textContent) : undefined;
    if (lang !== undefined) shown.lang = lang;
    item.append(shown);
  }
  return [item];
}

function fill(name: string, placeholder: string, text: string): void {
  const element = document.querySelector<HTMLElement>(`[data-text=${name}]`);
  if (element === null) return;
  const pattern = (element.dataset["pattern"] ??= element.textContent);
  const filled = pattern.replace(placeholder, text);
  if (element.textContent !== filled) element.textContent = filled;
}

/**
 * Formats a time on the clock of the page's language, which the page holds: each hour, on the hour and with minutes.
 */
function clockText(time: Date): string {
  const data = document.querySelector("[data-clock]")?.getAttribute("data-clock") ?? "[]";
  const [onTheHour = "", later = ""] = (JSON.parse(data) as Array<[string, string]>)[time.getHours()] ?? [];
  const minutes = time.getMinutes();
  return minutes === 0 ? onTheHour : later.replace("{minute}", String(minutes).padStart(2, "0"));
}

function ageText(milliseconds: number): string {
  const minutes = Math.max(1, Math.round(milliseconds / minute));
  return new Intl.RelativeTimeFormat(locale, { numeric: "always" }).format(-minutes, "minute");
}

const refresh = () => void show().catch(() => showOnly(["unknown", "unverified"]));
refresh();
// An open page ends with the list's life, too.
setInterval(refresh, minute / 2);
document.addEventListener("visibilitychange", refresh);
addEventListener("pageshow", refresh);
addEventListener("online", () => location.reload());
document.querySelector("[data-do=again]")?.addEventListener("click", () => location.reload());
