/** A script with all that it imports, as text (`scriptTexts` in vite.config.ts). */
declare module "*?script" {
  const text: string;
  export default text;
}
