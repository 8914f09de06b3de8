/** What is loaded once somebody chooses files. */
export { addFiles } from "./add-files.ts";
export { ChosenList } from "./chosen-list.tsx";
