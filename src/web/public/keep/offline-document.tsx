import { copy } from "#copy/current.ts";
import { keepPath, pathIn, paths } from "#contract/paths.ts";
import { language } from "#copy/locale/language.ts";
import { channelTypes } from "#domain/brands/brands.ts";
import { Button, buttonClass } from "#web/ui/buttons/button.tsx";
import { brandCopy } from "../channels/brand-copy.ts";
import { doubts } from "./list-check.ts";

/** Document of a kept site without a network. It knows no channels until `offline-script.ts` has verified the list. */
export function OfflineDocument() {
  const { offline } = copy.keep;
  const { list, hidden, unknown, verify, message } = offline;
  const labels = Object.fromEntries(channelTypes.map((type) => [type, brandCopy(type).label]));
  const clock = Array.from({ length: 24 }, (_, hour) =>
    ["00", "{minute}"].map((minute) => copy.channels.clock(hour, minute)),
  );
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
      <section className="alert" data-tone="warn" data-shown="verify" hidden>
        <h2>{verify.title}</h2>
        <p>{verify.text}</p>
      </section>
      <div aria-live="polite">
        <section className="card" data-shown="list" hidden>
          <h2>{list.title}</h2>
          <p className="soft" data-text="signed">
            {list.signed}
          </p>
          <ul className="channels-kept" data-channels={JSON.stringify(labels)} data-language={language} />
          <p data-shown="none" hidden>
            {list.none}
          </p>
          <p className="soft small-text" data-text="until" data-clock={JSON.stringify(clock)}>
            {list.until}
          </p>
        </section>
        <section className="alert" data-tone="warn" data-shown="hidden" hidden>
          <h2>{hidden.title}</h2>
          <p>{hidden.text}</p>
        </section>
        <section className="alert" data-tone="warn" data-shown="unknown">
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
        <p data-shown="queued" hidden>
          <strong>{message.queued}</strong>
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
