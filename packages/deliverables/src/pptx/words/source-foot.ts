import type { CitedSource } from "../../citations.ts";
import type { Labels } from "../../languages/labels.ts";
import { clip } from "../../safe-text.ts";
import { describeSource } from "../../source-line.ts";

const MAX_NAMED = 3;
const MAX_NAME_CHARACTERS = 40;

/** The sources of a slide: names and years of up to three, numbers of more. */
export function sourceFoot(
  numbers: readonly number[],
  {
    sources,
    labels,
    fits,
  }: { sources: readonly CitedSource[]; labels: Labels; fits: (text: string) => boolean },
): string {
  const ordered = [...new Set(numbers)].sort((one, other) => one - other);
  if (ordered.length === 0) return "";
  const byNumber = new Map(sources.map((source) => [source.number, source]));
  const cited = ordered.flatMap((number) => byNumber.get(number) ?? []);
  if (ordered.length <= MAX_NAMED && cited.length === ordered.length) {
    const named = labels.sourcesLine(cited.map(nameOf).join(", "));
    if (fits(named)) return named;
  }
  for (let count = ordered.length; count > 1; count -= 1) {
    const more = count < ordered.length ? ", …" : "";
    const line = labels.sourcesLine(`${ordered.slice(0, count).join(", ")}${more}`);
    if (fits(line)) return line;
  }
  return labels.sourcesLine(String(ordered[0]));
}

/** `3 Institute for Sample Buildings 2026`, without a comma, which parts one source from the next. */
function nameOf(source: CitedSource): string {
  const { author, title, published } = describeSource(source);
  const [first = "", ...others] = author.split(/\s*[;,、，؛]\s*|\s+(?:and|und|et|y|e)\s+/u);
  const name = (first || title).replaceAll(/[,，]/g, "");
  const year = /\d{4}/.exec(published)?.[0] ?? "";
  const words = [
    source.number,
    clip(name, MAX_NAME_CHARACTERS),
    ...(others.length > 0 ? ["et al."] : []),
    year,
  ];
  return words.filter(Boolean).join(" ");
}
