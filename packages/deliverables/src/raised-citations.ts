import type { Inline } from "./blocks.ts";

/** Numbers are raised behind the mark that ends their clause: `prices.¹` */
export function raisedCitations(inlines: readonly Inline[]): readonly Inline[] {
  const ordered = [...inlines];
  for (let index = 0; index < ordered.length; index += 1) {
    const next = ordered[index + 1];
    if (!isRaised(ordered[index]) || next?.kind !== "text" || next.code) continue;
    const mark = /^[.,;:!?。、，；]/u.exec(next.text)?.[0];
    if (!mark) continue;
    let first = index;
    while (isRaised(ordered[first - 1])) first -= 1;
    ordered[index + 1] = { ...next, text: next.text.slice(mark.length) };
    ordered.splice(first, 0, { kind: "text", text: mark });
    index += 1;
  }
  return ordered;
}

function isRaised(inline: Inline | undefined): boolean {
  return inline?.kind === "citation" || inline?.kind === "claim";
}
