import { usePageData } from "#web/page/page-data.ts";

/**
 * Hidden fields of a form. A form sent without scripts carries its idempotency key and its time, so that a double tap,
 * a retry and a reload make one submission; with scripts, the call sends them. The honeypot field catches bots.
 * `isInUse` is false for a form in a page shared by all visitors that was not opened yet.
 */
export function HiddenFields({ isInUse }: { isInUse: boolean }) {
  const { form } = usePageData();
  return (
    <>
      {form !== undefined && (
        <>
          <input type="hidden" name="key" value={form.key} />
          <input type="hidden" name="formTime" value={form.formTime} />
        </>
      )}
      {(form !== undefined || isInUse) && (
        // Off the screen like the skip link, but never focusable.
        <div className="skip" aria-hidden="true">
          <label>
            Homepage <input name="homepage" tabIndex={-1} autoComplete="off" />
          </label>
        </div>
      )}
    </>
  );
}
