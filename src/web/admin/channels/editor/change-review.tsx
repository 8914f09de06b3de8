import { useQuery } from "@tanstack/react-query";
import { teamCopy } from "#copy/current.ts";
import type { TeamChannel } from "#contract/channels/channel.ts";
import { channelLink } from "#domain/channels/channel-link.ts";
import { usualValue } from "#domain/channels/usual-value.ts";
import type { PublishingRule } from "#domain/channels/channel-list.ts";
import { seen } from "#domain/lookalike/confusables.ts";
import { channelApi } from "#web/api/channel-api.ts";
import { brandCopy } from "#web/public/channels/brand-copy.ts";
import { Alert } from "#web/ui/messages/alert.tsx";
import { trimmed } from "../descriptions.ts";
import { changedTexts, fieldCount, Step } from "../history/difference.tsx";
import { listKey, useChannelState } from "../use-team-channels.ts";

type Fields = Omit<TeamChannel, "_id">;

/**
 * Shows the changes before they are saved: each field before and after, and warnings where visitors would be sent
 * somewhere new. `before` is undefined for a new channel.
 */
export function ChangeReview({
  id,
  before,
  after: typed,
}: {
  id: string | undefined;
  before?: Fields | undefined;
  after: Fields;
}) {
  const { data: state } = useChannelState();
  // The page loads it.
  const { data: channels = [] } = useQuery({ queryKey: listKey, queryFn: channelApi.list, enabled: false });
  const after = trimmed(typed);
  const opens = opensAt(after);
  const changed = before === undefined ? [] : changedTexts(before, after);
  const others = [...channels.filter(({ _id }) => _id !== id), ...(before === undefined ? [] : [before])];
  const twin = lookalikeOf(after, others);
  const leadsElsewhere = before !== undefined && opens !== undefined && opens !== opensAt(before);
  const isNew = leadsElsewhere && !channels.some((channel) => opensAt(channel) === opens);
  const { label } = brandCopy(after.type);
  return (
    <>
      {twin !== undefined && (
        <Alert>
          <p>
            <strong>{teamCopy.channels.editor.looksLike(twin)}</strong> {teamCopy.channels.editor.compare}
          </p>
        </Alert>
      )}
      {changed.length > 0 && before !== undefined && (
        <section className="review" aria-label={teamCopy.channels.editor.changes}>
          <div className="review-head">
            <h4>{teamCopy.channels.editor.changes}</h4>
            <span className="hint">{teamCopy.channels.editor.changedOf(changed.length, fieldCount)}</span>
          </div>
          <dl>
            {changed.map(({ label: field, ...texts }) => (
              <div key={field}>
                <dt>{field}</dt>
                <dd>
                  <Step {...texts} />
                </dd>
              </div>
            ))}
            {leadsElsewhere && (
              <div>
                <dt>{teamCopy.channels.editor.opens}</dt>
                <dd>
                  <Step before={opensAt(before) ?? teamCopy.channels.editor.nothing} after={opens} isExact />
                </dd>
              </div>
            )}
          </dl>
        </section>
      )}
      {leadsElsewhere && after.isActive && (
        <Alert tone="warn">
          <p>
            {isNew && <strong>{teamCopy.channels.editor.isNew}</strong>} {reachedText(label, state?.rule)}
          </p>
        </Alert>
      )}
    </>
  );
}

/** Returns the text about when visitors will reach it. */
function reachedText(label: string, rule: PublishingRule | undefined): string {
  if (rule?.kind === "approval") return teamCopy.channels.editor.reached.onceApproved(label);
  if (rule?.kind === "delay") return teamCopy.channels.editor.reached.after(label, rule.minutes);
  return teamCopy.channels.editor.reached.atOnce(label);
}

function opensAt({ type, value }: Pick<TeamChannel, "type" | "value">): string | undefined {
  const link = channelLink(type, usualValue(type, value));
  return link.ok ? link.href : undefined;
}

/** The value of a channel that opens something else, although it looks the same. */
export function lookalikeOf(
  typed: Pick<TeamChannel, "type" | "value">,
  others: ReadonlyArray<Pick<TeamChannel, "type" | "value">>,
): string | undefined {
  const opens = opensAt(typed)?.toLowerCase();
  if (opens === undefined) return undefined;
  const look = seen(opens).skeleton;
  return others.find((other) => {
    const its = opensAt(other)?.toLowerCase();
    return its !== undefined && its !== opens && seen(its).skeleton === look;
  })?.value;
}
