import type { ReactNode } from "react";
import { t } from "../../../language/messages.ts";
import type { ComparedBlock, Span } from "./comparison.ts";

const INDENTS = ["", "ps-5", "ps-10", "ps-14", "ps-16", "ps-20", "ps-24"];
const LOOKS = new Map<ComparedBlock["kind"], string>([
  ["heading", "font-semibold text-lg"],
  ["row", "tabular-nums"],
  ["code", "whitespace-pre-wrap font-mono text-sm"],
]);

interface RowProps {
  readonly block: ComparedBlock;
  readonly index: number;
  readonly isCurrent: boolean;
}

/** A block of both versions: side by side, the older one on the left. */
export function SideBySideRow({ block, index, isCurrent }: RowProps) {
  const { change } = block;
  return (
    <tr data-change={change === "none" ? undefined : index} className={rowLook(isCurrent)}>
      <td className="w-1/2 border-line border-e px-3 py-1.5 align-top">
        {change !== "added" && <Before block={block} />}
      </td>
      <td className="w-1/2 px-3 py-1.5 align-top">
        {change !== "removed" && <After block={block} />}
      </td>
    </tr>
  );
}

/** A block of both versions in one column: what was removed before what was added. */
export function InlineRow({ block, index, isCurrent }: RowProps) {
  const { change } = block;
  return (
    <li
      data-change={change === "none" ? undefined : index}
      className={`px-1 py-1.5 ${rowLook(isCurrent)}`}
    >
      {(change === "removed" || change === "changed") && <Before block={block} />}
      {change !== "removed" && <After block={block} />}
    </li>
  );
}

function rowLook(isCurrent: boolean): string {
  return `scroll-my-28 ${isCurrent ? "outline-2 outline-accent -outline-offset-2" : ""}`;
}

function Before({ block }: { block: ComparedBlock }) {
  if (block.change === "none") return <Text block={block}>{block.text}</Text>;
  const isWhole = block.change !== "changed";
  return (
    <Text block={block} sign="−" meaning={t("Removed")} tone="bg-bad/8">
      {isWhole ? <Removed>{block.text}</Removed> : <Spans spans={block.before} Mark={Removed} />}
    </Text>
  );
}

function After({ block }: { block: ComparedBlock }) {
  if (block.change === "none") return <Text block={block}>{block.text}</Text>;
  const isWhole = block.change !== "changed";
  return (
    <Text block={block} sign="+" meaning={t("Added")} tone="bg-good/8">
      {isWhole ? <Added>{block.text}</Added> : <Spans spans={block.after} Mark={Added} />}
    </Text>
  );
}

interface TextProps {
  readonly block: ComparedBlock;
  readonly sign?: string;
  readonly meaning?: string;
  readonly tone?: string;
  readonly children: ReactNode;
}

function Text({ block: { kind, level }, sign, meaning, tone = "", children }: TextProps) {
  const indent = kind === "heading" ? "" : INDENTS[level];
  return (
    <div className={`flex gap-2 rounded-sm ${tone}`}>
      <span className="w-3 shrink-0 select-none text-center font-semibold" title={meaning}>
        {sign}
      </span>
      <div
        dir="auto"
        className={`min-w-0 flex-1 whitespace-pre-line [overflow-wrap:anywhere] ${LOOKS.get(kind) ?? ""} ${indent}`}
      >
        {kind === "rule" ? <hr className="my-2 border-line" /> : children}
      </div>
    </div>
  );
}

function Spans({
  spans,
  Mark,
}: {
  spans: readonly Span[];
  Mark: (props: { children: ReactNode }) => ReactNode;
}) {
  return spans.map((span, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the spans of a comparison never change
    span.isMarked ? <Mark key={index}>{span.text}</Mark> : span.text,
  );
}

function Removed({ children }: { children: ReactNode }) {
  return <del className="rounded-sm bg-bad/15 text-text decoration-bad">{children}</del>;
}

function Added({ children }: { children: ReactNode }) {
  return (
    <ins className="rounded-sm bg-good/15 text-text decoration-2 decoration-good underline-offset-2">
      {children}
    </ins>
  );
}
