import { copy } from "#copy/current.ts";
import { keepPath, pathIn, paths } from "#contract/paths.ts";
import { language } from "#copy/locale/language.ts";
import { channelTypes } from "#domain/brands/brands.ts";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { brandWords } from "../channels/brand-words.ts";
import { doubts } from "./list-check.ts";

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
      <section className="card stack" aria-live="polite">
        <p data-shown="without">{states.withoutScripts}</p>
        <p data-shown="unsupported" hidden>
          {states.unsupported}
        </p>
        <Said name="removed" tone="success" text={states.removed} />
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
        <Said name="on" tone="success" text={states.isKept} />
        <Said name="newKey" tone="doubt" text={states.newKey} />
        <Said name="unable" tone="doubt" text={states.unable} />
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
        <div className="stack" data-shown="unsentFirst" tabIndex={-1} hidden>
          <p>{states.unsentFirst}</p>
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

function Said({ name, tone, text }: { name: string; tone?: "success" | "doubt"; text: string }) {
  return (
    <p
      className={tone === "doubt" ? "doubt" : tone === "success" ? "alert success" : "alert"}
      data-shown={name}
      tabIndex={-1}
      hidden
    >
      {text}
    </p>
  );
}

/** What a kept site shows without a network. It knows no channels until `offline-script.ts` has verified the list. */
export function OfflineDocument() {
  const { offline } = copy.keep;
  const { list, hidden, unknown, verify, message } = offline;
  const labels = Object.fromEntries(channelTypes.map((type) => [type, brandWords(type).label]));
  return (
    <div className="kept">
      <header>
        <h1>{offline.title}</h1>
        <div className="seam" />
        <p className="lead">{offline.lead}</p>
        <p>
          <Button variant="secondary" data-do="again">
            {offline.again}
          </Button>
        </p>
      </header>
      <section className="doubt" data-shown="verify" hidden>
        <h2>{verify.title}</h2>
        <p>{verify.text}</p>
      </section>
      <div aria-live="polite">
        <section className="card" data-shown="list" hidden>
          <h2>{list.title}</h2>
          <p className="soft" data-text="signed">
            {list.signed}
          </p>
          <ul className="channels-kept" data-channels={JSON.stringify(labels)} />
          <p data-shown="none" hidden>
            {list.none}
          </p>
          <p className="soft small-text" data-text="until">
            {list.until}
          </p>
        </section>
        <section className="doubt" data-shown="hidden" hidden>
          <h2>{hidden.title}</h2>
          <p>{hidden.text}</p>
        </section>
        <section className="doubt" data-shown="unknown">
          <h2>{unknown.title}</h2>
          {doubts.map((doubt) => (
            <p key={doubt} data-shown={doubt} hidden>
              {unknown.doubts[doubt]}
            </p>
          ))}
          <p>{unknown.advice}</p>
        </section>
      </div>
      <section>
        <h2>{message.title}</h2>
        <p data-shown="canWait">{message.text}</p>
        <p data-shown="unsent" hidden>
          <strong>{message.unsent}</strong>
        </p>
        <p>
          <a className={buttonClass()} href={pathIn(language, paths.message)}>
            {message.write}
          </a>
        </p>
      </section>
      <p>
        <a className="quiet-link" href={pathIn(language, keepPath)}>
          {offline.manage}
        </a>
      </p>
    </div>
  );
}
