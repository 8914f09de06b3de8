import { useNavigate } from "react-router";
import { paths } from "../../routes.tsx";

/** Goes on to the report, with what was asked already in it: in the form's body or the step's state, never in the address. */
export function ReportButton({ about }: { about: string }) {
  const navigate = useNavigate();
  return (
    <form
      method="post"
      action={paths.report}
      onSubmit={(event) => {
        event.preventDefault();
        void navigate(paths.report, { state: { about } });
      }}
    >
      <input type="hidden" name="about" value={about} />
      <button className="button">Report an impostor</button>
    </form>
  );
}
