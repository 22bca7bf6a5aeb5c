import type { Deliverable } from "../../../deliverables/src/deliverable.ts";
import { source } from "./sample-deliverable.ts";

/** Every payload in every place where the author's text reaches a file. */
export function hostileDeliverable(payloads: readonly string[]): Deliverable {
  const inTable = payloads.map((payload) => `| ${oneCell(payload)} | 1 |`);
  return {
    title: payloads.join(" ").slice(0, 300),
    researchQuestion: payloads[0] ?? null,
    planName: payloads[1] ?? null,
    createdAt: new Date("2026-03-04T10:20:30Z"),
    version: 1,
    markdown: [
      ...payloads.map(
        (payload, index) => `${payload}\n\n- ${payload}\n\n> ${payload} [src:s${index}]`,
      ),
      `## ${oneCell(payloads[2] ?? "")}`,
      ["| Payload | Number |", "|---|---|", ...inTable].join("\n"),
      `\`\`\`\n${payloads.join("\n")}\n\`\`\``,
    ].join("\n\n"),
    sources: payloads.map((payload, index) =>
      source(`s${index}`, {
        number: index + 1,
        title: payload,
        url: payload,
        author: payload,
        publishedAt: payload,
        retrievedAt: payload,
        doi: payload,
        quotes: [payload],
      }),
    ),
  };
}

function oneCell(payload: string): string {
  return payload.replace(/[\r\n]+/g, " ").replaceAll("|", "\\|");
}
