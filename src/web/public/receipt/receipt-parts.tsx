import { copy } from "#copy/current.ts";
import { here } from "#web/page/router.tsx";
import { useEffect, useRef, useState } from "react";
import type { Answered } from "#contract/inquiries/submission.ts";
import { useHydrated } from "#web/page/use-hydrated.ts";
import { Button, buttonClass } from "#web/ui/buttons/button.tsx";
import { CopyButton, useCopy } from "#web/ui/buttons/copy-button.tsx";
import { Icon } from "#web/ui/icon.tsx";

/**
 * The result of an accepted inquiry: its reference, its private page, and ways to keep the link of that page.
 * `isPrimary`: whether opening it is the page's one primary action.
 */
export function InquiryReceipt({ accepted, isPrimary = false }: { accepted: Answered; isPrimary?: boolean }) {
  const { reference, receipt } = accepted;
  const shown = useRef<HTMLParagraphElement>(null);
  if (reference === undefined) return null;
  return (
    <>
      <div className="reference-box">
        <p ref={shown}>
          {copy.receipt.yourReference} <Reference reference={reference} />
        </p>
        <CopyButton text={reference} shown={shown} />
      </div>
      {receipt !== undefined && (
        <>
          {/* Loads a new document: the key must not enter this page's state. */}
          <a className={buttonClass(isPrimary ? undefined : "tonal")} href={here(receipt)}>
            {copy.receipt.see}
          </a>
          <LinkActions link={receipt} />
          <p className="soft small-text">{copy.receipt.keep}</p>
        </>
      )}
    </>
  );
}

/**
 * Copies or shares the private link, once hydrated. `link` is a path with the key. Its address shows only where copying
 * is not allowed.
 */
export function LinkActions({ link }: { link: string }) {
  const isHydrated = useHydrated();
  const shown = useRef<HTMLParagraphElement>(null);
  const { copy: copyText, isCopied } = useCopy(shown);
  const [isRefused, setIsRefused] = useState(false);
  useEffect(() => {
    // The text cannot be selected before it is there.
    if (isRefused && shown.current !== null) getSelection()?.selectAllChildren(shown.current);
  }, [isRefused]);
  if (!isHydrated) return null;
  const address = new URL(here(link), location.href).href;
  return (
    <>
      <div className="actions">
        <Button variant="tonal" onClick={() => void copyText(address).then((done) => setIsRefused(!done))}>
          <Icon name={isCopied ? "check" : "copy"} />
          <span>{isCopied ? copy.receipt.linkCopied : copy.receipt.copyLink}</span>
        </Button>
        {"share" in navigator && (
          // The promise rejects when the visitor closes the sheet.
          <Button variant="secondary" onClick={() => void navigator.share({ url: address }).catch(() => undefined)}>
            <Icon name="share" />
            <span>{copy.receipt.share}</span>
          </Button>
        )}
      </div>
      {isRefused && (
        <p className="small-text" ref={shown}>
          {address}
        </p>
      )}
    </>
  );
}

/** An inquiry's reference, readable by eye and by screen reader. */
export function Reference({ reference }: { reference: string }) {
  return (
    <strong
      className="reference"
      role="img"
      aria-label={copy.receipt.spelled(reference.replace("-", "").split("").join(" "))}
    >
      {reference}
    </strong>
  );
}
