import { type McpClient, REPORT } from "@trovella/testing/mcp/mcp-client";
import { nextStep } from "./research-reviews.ts";

export const LONG_QUOTE = `${"Eleven of the fourteen studies that measure usage-based pricing report an effect in the same direction. ".repeat(6)}The other three do not.`;
export const QUESTIONS = [
  "Shall I leave the **vendor survey** out?",
  "Is a pilot of six months enough?",
];
const SUMMARY = `## Where it stands

The comparison of usage-based pricing is done [src:1].

| Study | Homes | Effect |
|---|---:|---|
| Vendor survey | 41,200 | 62 % |
| Trials | 1,340 | 34 % |

- [x] method checked
- [ ] sample of the vendor

\u0645\u0627 \u0647\u0648 \u062a\u0623\u062b\u064a\u0631 \u0627\u0644\u062a\u0633\u0639\u064a\u0631\u061f 定价的影响是什么？ [the appendix](https://example.org/appendix) ![pixel](https://evil.example/pixel.png)`;

interface SecondReview {
  readonly name: string;
  readonly summary?: string;
  readonly questions?: readonly string[];
}

/** A plan at its second checkpoint: the first was approved, then a step was done and its finding stored. */
export async function askTwice(
  client: McpClient,
  { name, summary = SUMMARY, questions = QUESTIONS }: SecondReview,
): Promise<string> {
  const instructions = "Compare the studies. Note **who paid** for each.";
  const { planId } = await client.call<{ planId: string }>("create_research_plan", {
    name,
    researchQuestion: "Does usage-based pricing lower what *small* companies pay?",
    steps: ["search", "analyze", "checkpoint"].map((stepType) => ({ stepType, instructions })),
  });
  const first = await place(client, planId);
  await client.call("request_user_review", { ...first, summary: "May I begin?" });
  await client.call("submit_user_decision", {
    planId,
    decision: "approve",
    feedback: "Begin with **Norway**.",
  });
  const second = await place(client, planId);
  for (const number of [1, 2]) {
    await client.call("store_research", {
      ...second,
      artifactType: "finding",
      title: `Finding ${number} about prices`,
      content: "Eleven of fourteen agree.",
      summary: "Eleven of **fourteen** agree [src:1].",
      confidence: 0.77,
      sources: [
        { title: "A systematic review", url: "https://example.org/review", quote: LONG_QUOTE },
      ],
    });
  }
  await client.call("submit_step_result", {
    ...second,
    result: { found: true },
    resultSummary: "Fourteen studies, **eleven** agree.",
    stepExecutionReport: REPORT,
  });
  const third = await place(client, planId);
  await client.call("request_user_review", { ...third, summary, questions });
  return planId;
}

async function place(client: McpClient, planId: string) {
  const { step, lease } = await nextStep(client, planId);
  return { planId, stepId: step?.stepId, leaseToken: lease?.token };
}
