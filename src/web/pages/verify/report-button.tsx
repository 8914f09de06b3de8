import { useVisit } from "../../page-data.ts";
import { navigate } from "../../router.tsx";
import { paths } from "../../routes.tsx";

/** Goes on to the report, with what was asked already in it: in the form's body or in memory, never in the address or the history. */
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
      <button className="button">Report an impostor</button>
    </form>
  );
}
