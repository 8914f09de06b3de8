import { useQuery } from "@tanstack/react-query";
import type { Contact } from "#contract/contact.ts";
import { brandOf } from "#domain/brands/brands.ts";
import { channelLink } from "#domain/channels/channel-link.ts";
import type { PublishingRule } from "#domain/channels/channel-list.ts";
import { seen } from "#domain/lookalike/confusables.ts";
import { channelApi } from "#web/api/channel-api.ts";
import { Alert } from "#web/ui/alert.tsx";
import { changedTexts, Step } from "../history/difference.tsx";
import { listKey, useChannelState } from "../use-contacts.ts";

type Fields = Omit<Contact, "_id">;

/**
 * What would change, before it is saved: each field before and after, and warnings where visitors would be sent
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
  const { data: contacts = [] } = useQuery({ queryKey: listKey, queryFn: channelApi.contacts, enabled: false });
  const after = { ...typed, value: typed.value.trim(), proof: typed.proof.trim() };
  const opens = opensAt(after);
  const changed = before === undefined ? [] : changedTexts(before, after);
  const others = [...contacts.filter(({ _id }) => _id !== id), ...(before === undefined ? [] : [before])];
  const twin = lookalikeOf(after, others);
  const leadsElsewhere = before !== undefined && opens !== undefined && opens !== opensAt(before);
  const isNew = leadsElsewhere && !contacts.some((contact) => opensAt(contact) === opens);
  const { label } = brandOf(after.type);
  return (
    <>
      {twin !== undefined && (
        <Alert>
          <p>
            <strong>This looks like {twin}, but is not it.</strong> Compare each character.
          </p>
        </Alert>
      )}
      {changed.length > 0 && before !== undefined && (
        <section className="review" aria-label="What changes">
          <div className="review-head">
            <h4>What changes</h4>
            <span className="hint">{changed.length} of 5 values</span>
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
                <dt>Opens</dt>
                <dd>
                  <Step before={opensAt(before) ?? "nothing"} after={opens} isExact />
                </dd>
              </div>
            )}
          </dl>
        </section>
      )}
      {leadsElsewhere && after.isActive && (
        <Alert tone="warn">
          <p>
            {isNew && <strong>This is new to the site.</strong>} Everyone who taps {label} will reach it
            {state === undefined ? "" : ruleText(state.rule)}.
          </p>
        </Alert>
      )}
    </>
  );
}

/** When visitors see it, after "will reach it". */
function ruleText(rule: PublishingRule): string {
  if (rule.kind === "none") return "";
  if (rule.kind === "approval") return " once another owner approves it";
  return rule.minutes === 1 ? ", 1 minute after you save it" : `, ${rule.minutes} minutes after you save it`;
}

function opensAt({ type, value }: Pick<Contact, "type" | "value">): string | undefined {
  const link = channelLink(type, value);
  return link.ok ? link.href : undefined;
}

/** The value of a channel that opens something else, although it looks the same. */
export function lookalikeOf(
  typed: Pick<Contact, "type" | "value">,
  others: ReadonlyArray<Pick<Contact, "type" | "value">>,
): string | undefined {
  const opens = opensAt(typed)?.toLowerCase();
  if (opens === undefined) return undefined;
  const look = seen(opens).skeleton;
  return others.find((other) => {
    const its = opensAt(other)?.toLowerCase();
    return its !== undefined && its !== opens && seen(its).skeleton === look;
  })?.value;
}
