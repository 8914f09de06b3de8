import type { ExportLine } from "#contract/export-lines.ts";
import type { Settings } from "#contract/settings.ts";
import type { Site } from "#contract/site/site.ts";
import type { Change, ChannelList } from "#domain/channels/channel-list.ts";
import { descriptionsOf } from "#domain/channels/descriptions.ts";
import { knownChannels } from "#domain/channels/known-channels.ts";
import { instant } from "#domain/time/instant.ts";
import type { Audit } from "../audit/audit.ts";
import type { Outbox } from "../notifications/outbox.ts";
import type { ExportStore } from "./export-queries.ts";

export type Exports = ReturnType<typeof createExports>;

/** Exports everything of the installation, as lines of `contract/export-lines.ts`. */
export function createExports(deps: {
  store: ExportStore;
  /** The version of this program, and the last migration that it knows. */
  program: string;
  schema: string;
  channels: { channelList: () => Promise<{ list: ChannelList }>; history: () => Promise<readonly Change[]> };
  settings: { view: () => Promise<Settings> };
  /** Puts the stored site in effect. */
  siteSettings: { poll: () => Promise<void> };
  site: Site;
  audit: Pick<Audit, "record">;
  outbox: Pick<Outbox, "notifyOfInbox">;
  now: () => number;
}) {
  const { store, channels } = deps;

  async function* content(): AsyncGenerator<ExportLine> {
    const exportedAt = instant(deps.now());
    yield {
      kind: "export",
      format: "front-desk-export",
      version: 1,
      exportedAt,
      program: deps.program,
      schema: deps.schema,
    };
    await deps.siteSettings.poll();
    yield { kind: "site", values: { ...deps.site } };
    yield { kind: "settings", values: withoutSecrets(await deps.settings.view()) };
    yield* await store.members();
    const { list } = await channels.channelList();
    const { version: listOf, listVersion, changedAt, hidden, rule, schedules, proposals, retired } = list;
    yield {
      kind: "channel-list",
      version: listOf,
      listVersion,
      changedAt: changedAt === 0 ? null : instant(changedAt),
      hidden: plain(hidden),
      rule: { ...rule },
      schedules: schedules.map(plain),
      proposals: proposals.map(plain),
      retired: retired.map(plain),
    };
    for (const [at, channel] of knownChannels(list.channels).entries()) {
      const { id, type, value, isActive, proof: description, hours } = channel;
      const translations = Object.fromEntries(descriptionsOf({ ...channel, proof: "" }));
      yield { kind: "channel", id, place: at + 1, type, value, isActive, description, translations, hours };
    }
    for (const change of await channels.history())
      yield { kind: "channel-change", number: change.number, change: plain(change) };
    yield* store.lines();
  }

  return {
    /**
     * Everything, one JSON object a line, read piece by piece. The owners are notified and the audit log has it before
     * the first line. The last line has the number of those before it. `erased` tells how many contents were erased
     * meanwhile.
     */
    async run(email: string): Promise<{ inquiries: number; lines: AsyncGenerator<string>; erased: () => number }> {
      const inquiries = await store.countInquiries();
      await deps.outbox.notifyOfInbox({ notice: "exported", count: inquiries, by: email });
      await deps.audit.record({ kind: "everything-exported", by: null, about: { inquiries } });
      let erased = 0;
      const counted = async function* () {
        for await (const line of content()) {
          if (line.kind === "erased") erased += 1;
          yield line;
        }
      };
      return { inquiries, lines: written(counted()), erased: () => erased };
    },
  };
}

async function* written(lines: AsyncGenerator<ExportLine>): AsyncGenerator<string> {
  let count = 0;
  for await (const line of lines) {
    count += 1;
    yield `${JSON.stringify(line)}\n`;
  }
  yield `${JSON.stringify({ kind: "end", lines: count } satisfies ExportLine)}\n`;
}

/** The view that owners have, which holds no secrets; the path of a webhook can be one, so only its host stays. */
function withoutSecrets({ webhook, ...settings }: Settings): Record<string, unknown> {
  return { ...settings, webhook: webhook && { ...webhook, url: new URL(webhook.url).origin } };
}

/** Plain data as a record of JSON. */
function plain<Value extends object | null>(value: Value): Value & Record<string, unknown> {
  return value as Value & Record<string, unknown>;
}
