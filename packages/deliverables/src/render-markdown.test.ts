import { DECISION } from "@trovella/testing/deliverables/documents/decision";
import { strFromU8 } from "fflate";
import { describe, expect, it } from "vitest";
import { renderMarkdown } from "./render-markdown.ts";
import { DEFAULT_THEME } from "./theme/theme.ts";

describe("Markdown", () => {
  const text = strFromU8(renderMarkdown(DECISION));

  it("keeps the author's words about confidence, and leaves out wishes for charts", () => {
    expect(text.match(/\((high|medium|low) confidence\)/g)).toHaveLength(5);
    expect(text).not.toContain("chart:");
    expect(text).toContain("| Nordbad");
  });

  it("says how the research was done, before the sources", () => {
    expect(text).toContain(
      "## How this was made\n\n- 4 searches\n- 17 pages read\n- 5 sources cited\n- 7 steps completed\n- **Scope and criteria** — Approved by M. Lind, 4 November 2026\n",
    );
    expect(text.indexOf("## How this was made")).toBeLessThan(text.indexOf("## Sources"));
    expect(text).toContain("_City of Sample · Department of Sports · Version 2, 16 November 2026_");
  });

  it("has labels, dates and sources in the language of the document", () => {
    const theme = { ...DEFAULT_THEME, language: "de" } as const;
    const german = strFromU8(renderMarkdown({ ...DECISION, theme }));
    expect(german).toContain("## So ist dies entstanden");
    expect(german).toContain("## Quellen\n\n- [1] Energy audit");
    expect(german).toContain("12. März 2026. Abgerufen am 5. November 2026.");
  });
});
