import type { Element, ElementContent } from "hast";
import type { ResearchDocument } from "../document.ts";
import type { Direction, DocumentLanguage } from "../languages/language.ts";

/** What the elements of one page share. */
export interface Setting {
  readonly language: DocumentLanguage;
  /** Of the text; a page around it may have another. */
  readonly direction: Direction;
  /** `1, 2` or `[1][2]`. */
  readonly citations: "bare" | "bracketed";
  readonly chartWidth: number;
  /** How much deeper headings stand than their level says. */
  readonly shift: number;
  /** Counts the citations of each source, for the links back from the list of sources. */
  readonly uses: Map<number, number>;
  /** Counts the charts: a text can hold thousands of small tables. */
  readonly charts: { drawn: number };
}

export function settingFor(
  { language, direction }: Pick<ResearchDocument, "language" | "direction">,
  look: Pick<Setting, "citations" | "chartWidth" | "shift">,
): Setting {
  return { language, direction, ...look, uses: new Map(), charts: { drawn: 0 } };
}

export function element(
  tagName: string,
  properties: Element["properties"],
  children: readonly (ElementContent | string)[],
): Element {
  const nodes = children.map((child) =>
    typeof child === "string" ? { type: "text" as const, value: child } : child,
  );
  return { type: "element", tagName, properties, children: nodes };
}
