import type { Deliverable } from "../../../../deliverables/src/deliverable.ts";

/** A note without sources, findings, records or an organization. */
export const NO_SOURCES: Deliverable = {
  title: "How to choose a question",
  researchQuestion: null,
  planName: null,
  createdAt: new Date("2026-05-05T05:05:05Z"),
  version: 1,
  sources: [],
  markdown: `Ask for a decision, not for a topic.

A good question names who decides, what they choose between, and when.

1. Write the decision down.
2. List the options.
   - Two are enough.
   - Five are too many.
3. Say what would change your mind.

\`\`\`text
Which of A, B or C should we do first, and what does it cost?
\`\`\`

> A question that nobody can act on is a topic.
`,
};
