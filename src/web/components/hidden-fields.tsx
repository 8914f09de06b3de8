import { usePageData } from "../page-data.ts";

/** What a plain form says of itself, so that a double tap, a retry and a reload make one message; scripts say it in their call. */
export function HiddenFields() {
  const { form } = usePageData();
  if (form === undefined) return null;
  return (
    <>
      <input type="hidden" name="key" value={form.key} />
      <input type="hidden" name="formTime" value={form.formTime} />
    </>
  );
}
