import { copy } from "#copy/current.ts";
import { Button } from "#web/ui/buttons/button.tsx";

/** `/keep`: what keeping the site does, and its buttons. `keep-script.ts` shows one state of it. */
export function KeepDocument() {
  const { title, lead, what, stored, remove, states } = copy.keep;
  return (
    <div className="kept">
      <header>
        <h1>{title}</h1>
        <div className="seam" />
        <p className="lead">{lead}</p>
      </header>
      <section className="stack" aria-live="polite">
        <p data-shown="without">{states.withoutScripts}</p>
        <p data-shown="unsupported" hidden>
          {states.unsupported}
        </p>
        <Said name="removed" tone="good" text={states.removed} />
        <Said name="keepFailed" text={states.keepFailed} />
        <Said name="listFailed" text={states.listFailed} />
        <div data-shown="off" hidden>
          <Button size="large" data-do="keep">
            {states.keep}
          </Button>
        </div>
        <p data-shown="busy" hidden>
          {states.keeping}
        </p>
        <Said name="on" tone="good" text={states.isKept} />
        <Said name="newKey" tone="warn" text={states.newKey} />
        <Said name="unable" tone="warn" text={states.unable} />
        <Said name="removeFailed" text={states.removeFailed} />
        <div className="stack" data-shown="on" hidden>
          <p data-install="by-hand">{states.installByHand}</p>
          <p className="onward">
            <Button data-install="offer" data-do="install" hidden>
              {states.install}
            </Button>
            <Button variant="secondary" data-do="remove">
              {states.removeButton}
            </Button>
          </p>
        </div>
        <div className="stack" data-shown="queuedFirst" tabIndex={-1} hidden>
          <p>{states.queuedFirst}</p>
          <p className="onward">
            <Button variant="contrast" data-do="removeAll">
              {states.removeAll}
            </Button>
            <Button variant="secondary" data-do="cancel">
              {states.cancel}
            </Button>
          </p>
        </div>
      </section>
      {[what, stored].map(({ title: heading, items }) => (
        <section key={heading}>
          <h2>{heading}</h2>
          <ul>
            {items.map((item) => (
              <li key={item}>{item}</li>
            ))}
          </ul>
        </section>
      ))}
      <section>
        <h2>{remove.title}</h2>
        <p>{remove.text}</p>
      </section>
    </div>
  );
}

function Said({ name, tone, text }: { name: string; tone?: "good" | "warn"; text: string }) {
  return (
    <p className="alert" data-tone={tone ?? "bad"} data-shown={name} tabIndex={-1} hidden>
      {text}
    </p>
  );
}
