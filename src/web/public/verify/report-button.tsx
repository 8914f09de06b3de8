import { useVisit } from "#web/page/page-data.ts";
import { navigate } from "#web/page/router.tsx";
import { paths } from "#contract/paths.ts";
import { Button } from "#web/ui/button.tsx";

/**
 * Continues to the report with the input prefilled: in the form's body or in memory, never in the URL or the history.
 */
export function ReportButton({ about }: { about: string }) {
  const { ask } = useVisit();
  return (
    <form
      method="post"
      action={paths.report}
      onSubmit={(event) => {
        event.preventDefault();
        ask(about);
        navigate(paths.report);
      }}
    >
      <input type="hidden" name="about" value={about} />
      <Button type="submit">Report an impostor</Button>
    </form>
  );
}
