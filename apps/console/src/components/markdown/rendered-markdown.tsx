import "./markdown-text.css";
import { useMemo } from "react";
import { PlainText } from "../plain-text.tsx";
import type { CitationHref } from "./citation-chips.tsx";
import { markdownElements } from "./markdown-elements.tsx";
import { parseMarkdown } from "./parse-markdown.ts";

export interface MarkdownTextProps {
  readonly text: string;
  /** The level of the text's highest headings; below that of the heading above the text. */
  readonly headingLevel?: 3 | 4 | 5 | 6;
  /** Where the markers of citations lead; without it they only have a title. */
  readonly citationHref?: CitationHref | undefined;
  readonly className?: string;
}

const HEADING_LEVEL = 4;

/** Loaded when the first Markdown is to be shown. */
export function RenderedMarkdown({
  text,
  headingLevel = HEADING_LEVEL,
  citationHref,
  className = "",
}: MarkdownTextProps) {
  const root = useMemo(() => parseMarkdown(text), [text]);
  const elements = root && markdownElements(root, { headingLevel, citationHref });
  if (!elements) return <PlainText text={text} className={className} />;
  return <div className={`markdown-text max-w-prose ${className}`}>{elements}</div>;
}
