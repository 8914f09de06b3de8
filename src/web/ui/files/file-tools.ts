/** Code that is loaded once somebody chooses files. */
export { readyFiles } from "./ready-files.ts";
export { ChosenList } from "./chosen-list.tsx";
