import { useMutation } from "@tanstack/react-query";
import type { ExportedFile } from "#contract/channel-list.ts";
import { dayOf, zoneClock } from "#domain/time/day.ts";
import { channelApi } from "#web/api/channel-api.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { useToast } from "#web/ui/toast.tsx";
import { useSite } from "#web/page/page-data.ts";
import { actionFailureText } from "../shell/failure-text.ts";

/** Downloads all channels as a file that can be edited and imported again. */
export function ExportButton() {
  const toast = useToast();
  const { timeZone } = useSite();
  const { mutate, isPending, error } = useMutation({
    mutationFn: channelApi.export,
    onSuccess: (file) => save(file, timeZone),
    onError: () => toast("error", "Failed to export the channels"),
  });
  return (
    <>
      <Button variant="secondary" busy={isPending} onClick={() => mutate()}>
        {isPending ? "Exporting..." : "Export"}
      </Button>
      {error !== null && <Alert role="alert">{actionFailureText(error)}</Alert>}
    </>
  );
}

/** Named by the date in the site's time zone, as on the server. */
function save(file: ExportedFile, timeZone: string): void {
  const address = URL.createObjectURL(new Blob([`${JSON.stringify(file, null, 2)}\n`], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = `channels-${dayOf(zoneClock(timeZone).wallAt(Date.parse(file.exportedAt)))}.json`;
  link.click();
  // The browser has started to read it by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
