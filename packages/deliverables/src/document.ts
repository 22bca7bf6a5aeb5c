import type { Block } from "./blocks.ts";
import type { CitedSource } from "./citations.ts";
import type { EvidenceView } from "./evidence/describe-evidence.ts";
import type { Direction, DocumentLanguage } from "./languages/language.ts";
import type { Made } from "./structure/made.ts";
import type { Part } from "./structure/part.ts";
import type { Theme } from "./theme/theme.ts";

/** The format-independent document: sanitized and bounded. */
export interface ResearchDocument {
  readonly title: string;
  /** A heading of the text above all its others; usually empty. */
  readonly subtitle: string;
  readonly question: string;
  readonly planName: string;
  readonly createdAt: Date;
  readonly version: number;
  readonly organization: string;
  readonly language: DocumentLanguage;
  readonly direction: Direction;
  readonly theme: Theme;
  /** The whole text in the author's order. */
  readonly blocks: readonly Block[];
  /** The same blocks as the parts of a report; the subtitle is not among them. */
  readonly parts: readonly Part[];
  readonly made: Made | null;
  readonly sources: readonly CitedSource[];
  /** The claims and what they rest on; null where the plan has none. */
  readonly evidence: EvidenceView | null;
  /** Lines of small print at the very end. */
  readonly record: readonly string[];
  readonly unknownRefs: readonly string[];
}
