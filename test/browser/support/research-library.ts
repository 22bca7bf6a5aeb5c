import { connectHttp, type McpClient, REPORT } from "@trovella/testing/mcp/mcp-client";
import { outputIdOf, type StoredOutput } from "./output-id.ts";

const HOSTILE = `<img src=x onerror=alert(1)><script>alert(2)</script>`;

export interface Library {
  readonly planId: string;
  /** The step that is handed out; the plan is open until it is finished. */
  readonly held: {
    readonly planId: string;
    readonly stepId: string;
    readonly leaseToken: string;
  };
  /** The ids of artifacts as they stand in URLs: handles with their plan. */
  readonly findingId: string;
  readonly jsonId: string;
  readonly longId: string;
  readonly hostileId: string;
  readonly sourceIds: readonly string[];
}

/** Runs the work with a client that is connected as an AI client is. */
export async function withClient<T>(
  address: string,
  work: (client: McpClient) => Promise<T>,
): Promise<T> {
  const client = await connectHttp(address, { name: "browser-test" });
  try {
    return await work(client);
  } finally {
    await client.close();
  }
}

/** A plan with a bit of everything that can be stored. */
export function fillLibrary(address: string): Promise<Library> {
  return withClient(address, async ({ call }) => {
    const { planId } = await call<{ planId: string }>("create_research_plan", {
      name: "[Deep] Heat pumps in old houses",
      researchQuestion: "Do heat pumps pay off in houses built before 1950?",
      steps: [{ stepType: "search", instructions: "Find trials of the last ten years." }],
    });
    const { step, lease } = await call<{ step: { stepId: string }; lease: { token: string } }>(
      "get_next_step",
      { planId },
    );
    const inUrl = (artifactId: string) => encodeURIComponent(`${planId}/${artifactId}`);
    const store = async (input: object) =>
      inUrl(
        (await call<{ artifactId: string }>("store_research", { planId, ...input })).artifactId,
      );

    const found = await call<{ artifactId: string; sourceIds: string[] }>("store_research", {
      planId,
      stepId: step.stepId,
      artifactType: "finding",
      title: "Seasonal performance of heat pumps",
      content: "In 77 houses the mean seasonal performance factor of air source systems was 3.1.",
      summary: "Measured, not calculated: 3.1 on average.",
      confidence: 0.85,
      sources: [
        {
          title: "Field study of 77 heat pumps",
          url: "https://example.org/field-study",
          author: "A. Miara",
          publishedAt: "2024-05-12",
          retrievedAt: "2026-03-01",
          quote: "The mean seasonal performance factor of air source systems was 3.1.",
        },
        { title: "Noise limits at night", doi: "10.1000/noise.17", author: "Lee, K." },
        {
          title: `A title with markup ${HOSTILE}`,
          url: "https://example.org/hostile",
          quote: HOSTILE,
        },
      ],
    });
    await store({
      artifactType: "analysis",
      title: "An automobile needs more power than a kettle",
      content: "The automobile of a household takes more electricity than its kettle.",
    });
    const prices = [
      { country: "DE", cents: 39 },
      { country: "FR", cents: 28 },
    ];
    const jsonId = await store({
      artifactType: "data",
      title: "Prices by country",
      content: { prices },
      contentText: JSON.stringify({ prices }),
    });
    const longId = await store({
      artifactType: "note",
      title: "A long protocol",
      content: `${"A line of the protocol.\n".repeat(3_000)}The very last line.`,
    });
    const hostileId = await store({
      artifactType: "critique",
      title: `${HOSTILE} ${"unbreakable".repeat(20)}`,
      content: `kettle ${HOSTILE} [x](javascript:alert(3)) ![x](https://evil.example/x.png)`,
      summary: HOSTILE,
    });
    await call("extract_data", {
      planId,
      instructions: "The prices of a kettle",
      schema: { type: "object" },
      data: { kettle: 30 },
    });
    return {
      planId,
      held: { planId, stepId: step.stepId, leaseToken: lease.token },
      findingId: inUrl(found.artifactId),
      jsonId,
      longId,
      hostileId,
      sourceIds: found.sourceIds,
    };
  });
}

/** Completes the plan: what is stored from then on is no draft. */
export function finishPlan(address: string, { held }: Library): Promise<void> {
  return withClient(address, async ({ call }) => {
    await call("submit_step_result", {
      ...held,
      result: "Trials were found.",
      stepExecutionReport: REPORT,
    });
  });
}

/** So many notes, one like the other. */
export function storeNotes(address: string, count: number): Promise<void> {
  return withClient(address, async ({ call }) => {
    for (let number = 1; number <= count; number++) {
      const title = `Note number ${number}`;
      await call("store_research", { artifactType: "note", title, content: "A gyrocopter." });
    }
  });
}

/** A version of the output of a plan; its long id. */
export function storeReport(
  address: string,
  input: { planId: string; title: string; content: string; mediaType?: string },
): Promise<string> {
  return withClient(address, async ({ call }) => {
    const stored = await call<StoredOutput>("store_research_output", {
      mediaType: "word",
      ...input,
    });
    return outputIdOf(stored);
  });
}

/** A report that cites, and tries all that a report could try. */
export function reportText([first, second, third]: readonly string[]): string {
  const paragraph = `Most houses need no new radiators, if the flow temperature stays below 55 degrees on the coldest day of the year [src:${first}].`;
  return `## Answer

An **air source heat pump** suits most houses [src:${first}]. At night 40 dB are allowed [src:${second}].

## Key findings

- The factor was 3.1 on average [src:${first}, ${third}].
- One claim has no source [src:src_gone].

${`${paragraph}\n\n`.repeat(30)}

### What it costs <script>alert(4)</script>

| System | Cost | A very long column that makes the table wide |
|---|---:|---|
| Air source | 28,500 | ${"wide-".repeat(40)} |

\`\`\`
code <img src=x onerror=alert(5)> ${"long ".repeat(60)}
\`\`\`

## <img src=x onerror=alert(6)> Limits

<script>alert(7)</script> <iframe src="https://evil.example"></iframe>
![pixel](https://evil.example/pixel.png) [click](javascript:alert(8)) [web](https://example.org/web)

The end cites [src:${second}].
`;
}
