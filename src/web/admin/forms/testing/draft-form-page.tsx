import { QueryClient, QueryClientProvider, useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { createRoot } from "react-dom/client";
import { ifMatch } from "#web/api/team-call.ts";
import { call } from "#web/api/api-client.ts";
import { BrowserRouter, Link } from "#web/page/router.tsx";
import { ToastProvider } from "#web/ui/messages/toast.tsx";
import { Field } from "#web/ui/fields/field.tsx";
import { DraftForm } from "../draft-form.tsx";
import { useDraft } from "../use-draft.ts";

interface Thing {
  version: number;
  title: string;
}

interface Typed {
  title: string;
  text: string;
  /** Undefined: as it is; null: removed. */
  picture: null | undefined;
}

/** A page with a form of the kit, which changes a thing until it is saved or left. */
function Page() {
  const [isOpen, setOpen] = useState(true);
  return (
    <>
      <Link to="/elsewhere">Elsewhere</Link>
      {isOpen ? <ThingForm thing={{ version: 1, title: "First" }} onClose={() => setOpen(false)} /> : <p>Closed</p>}
    </>
  );
}

function ThingForm({ thing, onClose }: { thing: Thing; onClose: () => void }) {
  const save = useMutation({
    mutationFn: ({ version = 0, ...body }: { version: number | undefined } & Typed) =>
      call("PUT", "/things", body, { headers: ifMatch(version) }),
  });
  const start: Typed = { title: thing.title, text: "", picture: undefined };
  const draft = useDraft({
    id: "thing",
    start,
    seen: thing,
    save,
    send: (typed, { seen }) => ({ version: seen?.version, ...typed }),
    onSaved: onClose,
  });
  return (
    <DraftForm
      draft={draft}
      label="Thing"
      isGuarded
      leavesAtEscape
      onLeave={onClose}
      failure={draft.theirs && `Theirs: ${draft.theirs.title}`}
    >
      <Field label="Title" {...draft.text("title", { required: true })} />
      <Field label="Text" {...draft.text("text")} />
      <button type="button" onClick={() => draft.set({ picture: null })}>
        Remove the picture
      </button>
    </DraftForm>
  );
}

const place = document.createElement("main");
document.body.append(place);
createRoot(place).render(
  <QueryClientProvider client={new QueryClient()}>
    <BrowserRouter>
      <ToastProvider>
        <Page />
      </ToastProvider>
    </BrowserRouter>
  </QueryClientProvider>,
);
