import { copy } from "#copy/current.ts";
import { Button } from "#web/ui/buttons/button.tsx";
import { Drawing, Icon } from "#web/ui/icon.tsx";

const download = "M12 4v11M7 10.5l5 5 5-5M5 20h14";

/** `/keep`: what keeping the site does, and its buttons. `keep-script.ts` shows one state of it. */
export function KeepDocument() {
  const { title, lead, fact, what, stored, remove, states } = copy.keep;
  return (
    <div className="kept split">
      <div className="kept-column">
        <header>
          <h1>{title}</h1>
          <div className="seam" />
          <p className="lead">{lead}</p>
        </header>
        <div className="card keep-it">
          <p className="with-disc">
            <span className="disc">
              <Drawing path={download} />
            </span>
            <strong>{fact}</strong>
          </p>
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
        </div>
        <section className="card">
          <h2>{what.title}</h2>
          <ul>
            {what.items.map((item) => (
              <li key={item}>{item}</li>
            ))}
          </ul>
        </section>
      </div>
      <aside className="kept-column">
        <section className="card">
          <h2>{stored.title}</h2>
          <ul className="held">
            {stored.items.map((item) => (
              <li key={item}>
                <Icon name="check" />
                {item}
              </li>
            ))}
          </ul>
        </section>
        <section className="card">
          <h2>{remove.title}</h2>
          <p>{remove.text}</p>
        </section>
      </aside>
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
