import { usePageData } from "../page-data.ts";

/**
 * What a form says of itself beside what was typed. Of a plain form its key and its time, so that a double tap, a retry and a reload make
 * one message; scripts say them in their call. And a field that nobody sees: what fills it in is a program. `isInUse` is false for a
 * form that stands in a page for everybody and was not opened yet.
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
        // As far off the screen as the skip link, but never in focus.
        <div className="skip" aria-hidden="true">
          <label>
            Homepage <input name="homepage" tabIndex={-1} autoComplete="off" />
          </label>
        </div>
      )}
    </>
  );
}
