import { useQueryClient } from "@tanstack/react-query";
import { teamCopy } from "#copy/current.ts";
import type { BriefNotice } from "#contract/trust.ts";
import { settingsApi } from "#web/api/settings-api.ts";
import { Alert } from "#web/ui/messages/alert.tsx";
import { Button } from "#web/ui/buttons/button.tsx";
import { actionFailureText } from "../forms/failure.tsx";
import { useToastedMutation } from "../forms/use-toasted-mutation.ts";
import { useDateFormats } from "../shell/dates.ts";
import { trustKey } from "./trust-key.ts";

/** A notice that another owner has published without waiting, with one press to take it down. */
export function BriefNoticeAlert({ notice }: { notice: BriefNotice }) {
  const { text, by, at, from, until } = notice;
  const { recent } = useDateFormats();
  const client = useQueryClient();
  const words = teamCopy.trust.notice;
  const takeDown = useToastedMutation({
    queryKey: trustKey,
    mutationFn: settingsApi.takeNoticeDown,
    confirms: teamCopy.site.notices.takingDown,
    done: () => teamCopy.site.notices.takenDown,
    onResponse: (site) => client.setQueryData(["site"], site),
  });
  const isPlanned = from !== null && from > at;
  return (
    <Alert tone="warn" className="trust-change" role="group" aria-label={`${words.title}: ${text}`}>
      <p>
        <strong>{words.title}</strong> {text}
      </p>
      <p>
        {teamCopy.trust.by(by ?? teamCopy.site.anOwner, recent(at))}{" "}
        {isPlanned ? words.planned(recent(from), recent(until)) : words.until(recent(until))}
      </p>
      <div className="form-actions">
        <Button
          variant="secondary"
          size="small"
          aria-label={words.takeDownOf(text)}
          busy={takeDown.isPending}
          onClick={() => takeDown.mutate(text)}
        >
          {words.takeDown}
        </Button>
      </div>
      {takeDown.error !== null && <p role="alert">{actionFailureText(takeDown.error)}</p>}
    </Alert>
  );
}
