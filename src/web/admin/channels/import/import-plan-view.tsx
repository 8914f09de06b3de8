import type { ImportPlan } from "#contract/channel-list.ts";
import { channelName } from "../history/change-copy.ts";
import { PairDifference } from "../history/difference.tsx";
import type { ImportPreview } from "./use-import-preview.ts";

type Entry = ImportPlan["entries"][number];

/** The number listed of each kind. */
const mostListed = 100;

/** Whether there is anything to import. */
export function doesSomething({ entries, moves }: ImportPlan): boolean {
  return moves || entries.some(({ what }) => what !== "same" && what !== "kept");
}

/** What an import would change, with the option to delete channels that the file does not name. */
export function ImportPlanView(props: {
  look: ImportPreview;
  /** The last choice; the plan may not reflect it yet. */
  removeOthers: boolean;
  isBusy: boolean;
  onRemoveOthers: (remove: boolean) => void;
}) {
  const { look, removeOthers, isBusy, onRemoveOthers } = props;
  const { name, plan } = look;
  const of = (...kinds: Array<Entry["what"]>) => plan.entries.filter(({ what }) => kinds.includes(what));
  const others = of("kept", "removed");
  return (
    <div className="import-plan">
      <h3>What {name} would change</h3>
      {!doesSomething(plan) && (
        <p>
          {look.file.channels.length === 0
            ? "Nothing: the file names no channel."
            : "Nothing: the list is as the file says."}
        </p>
      )}
      <Entries title="Added" entries={of("added")} />
      <Entries title="Changed" entries={of("changed")} />
      <Entries title="Deleted" entries={of("removed")} isHarmful />
      {plan.moves && <p>The order of the list changes.</p>}
      {of("same").length > 0 && <p className="hint">As they are: {of("same").length}</p>}
      {others.length > 0 && (
        <div>
          <label className="choice">
            <input
              type="checkbox"
              checked={removeOthers}
              disabled={isBusy}
              onChange={({ target }) => onRemoveOthers(target.checked)}
              aria-describedby="import-others"
            />
            <span>
              {others.length === 1
                ? "Delete the 1 channel that the file does not name"
                : `Delete the ${others.length} channels that the file does not name`}
            </span>
          </label>
          <p id="import-others" className="hint">
            {namesOf(others)}
          </p>
        </div>
      )}
    </div>
  );
}

function Entries({ title, entries, isHarmful = false }: { title: string; entries: Entry[]; isHarmful?: boolean }) {
  if (entries.length === 0) return null;
  return (
    <section aria-label={title} className={isHarmful ? "alert" : undefined}>
      <p className="field-label">
        {title}: {entries.length}
      </p>
      <ul className="plain-list differences">
        {entries.slice(0, mostListed).map(({ what, before, after }, place) => (
          <li key={`${what}-${(before ?? after)?._id ?? place}`}>
            <PairDifference pair={{ before: before ?? undefined, after: after ?? undefined }} named />
          </li>
        ))}
      </ul>
      {entries.length > mostListed && <p className="hint">And {entries.length - mostListed} more.</p>}
    </section>
  );
}

function namesOf(entries: readonly Entry[]): string {
  const names = entries.flatMap(({ before, after }) => {
    const contact = before ?? after;
    return contact === null ? [] : [channelName(contact)];
  });
  const most = 20;
  return names.length > most ? `${names.slice(0, most).join(", ")} and ${names.length - most} more` : names.join(", ");
}
