import type { Deliverable } from "../../../../deliverables/src/deliverable.ts";
import { ARABIC } from "./arabic.ts";
import { DECISION } from "./decision.ts";
import { DEMO } from "./demo.ts";
import { HOSTILE } from "./hostile.ts";
import { JAPANESE } from "./japanese.ts";
import { LONG } from "./long.ts";
import { NO_SOURCES } from "./no-sources.ts";
import { NUMBERS } from "./numbers.ts";

/** Documents that between them need everything of every format. All names and figures are invented. */
export const DOCUMENTS: Readonly<Record<string, Deliverable>> = {
  demo: DEMO,
  decision: DECISION,
  long: LONG,
  japanese: JAPANESE,
  arabic: ARABIC,
  numbers: NUMBERS,
  "no-sources": NO_SOURCES,
  hostile: HOSTILE,
};
