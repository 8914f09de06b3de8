import type { ScheduleEntry } from "#contract/channel-list.ts";
import { useDateWords } from "#web/admin/shell/dates.ts";
import { hoursWords } from "./hours-copy.ts";

/** What a scheduled change does, and when. */
export function ScheduleWords({ schedule: { fields, from, until } }: { schedule: ScheduleEntry }) {
  const { full } = useDateWords();
  const parts = [
    fields.value === undefined ? undefined : `value ${fields.value}`,
    fields.isActive === undefined ? undefined : fields.isActive ? "visitors see it" : "visitors do not see it",
    fields.proof === undefined ? undefined : fields.proof === "" ? "no description" : `description ${fields.proof}`,
    fields.hours === undefined ? undefined : hoursWords(fields.hours),
  ].filter((part) => part !== undefined);
  return (
    <p>
      From <time dateTime={from}>{full(from)}</time>
      {until !== null && (
        <>
          {" "}
          until <time dateTime={until}>{full(until)}</time>
        </>
      )}
      : {parts.join("; ")}
    </p>
  );
}
