import "./claims.css";
import { t } from "../../language/messages.ts";
import { type FigureRange, type TextPart, textParts } from "./text-parts.ts";

const COLORS = 5;

interface MarkedTextProps {
  readonly text: string;
  readonly figures: readonly FigureRange[];
  readonly quoted?: { readonly start: number; readonly end: number };
}

/** Text with its figures marked, and the part that is quoted. Untrusted, so it is only ever text. */
export function MarkedText({ text, figures, quoted }: MarkedTextProps) {
  return textParts(text, figures, quoted).map((part) => (
    <Part key={part.start} part={part} isAround={quoted !== undefined} />
  ));
}

function Part({
  part: { text, isQuoted, group },
  isAround,
}: {
  part: TextPart;
  isAround: boolean;
}) {
  const figure = <Figure group={group}>{text}</Figure>;
  if (!isQuoted) return isAround ? <span className="text-soft">{figure}</span> : figure;
  return (
    <mark className="border-accent border-b-2 bg-accent-soft text-text [box-decoration-break:clone]">
      {figure}
    </mark>
  );
}

function Figure({ group, children }: { group: number | null | undefined; children: string }) {
  if (group === undefined) return children;
  if (group === null) {
    return (
      <span className="figure figure-missing" title={t("None of the quotes has this figure")}>
        {children}
        <span className="sr-only"> {t("(in none of the quotes)")}</span>
      </span>
    );
  }
  return <span className={`figure figure-${group % COLORS}`}>{children}</span>;
}
