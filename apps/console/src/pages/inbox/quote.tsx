import { useState } from "react";
import { t } from "../../language/messages.ts";
import { quoteStart } from "./quote-start.ts";

interface QuoteProps {
  readonly text: string | null;
  /** Where the quote is, if it is not here. */
  readonly omitted?: React.ReactNode;
}

/** The words of a source. A long quote is folded, with the sign of it outside of the quotation marks. */
export function Quote({ text, omitted = null }: QuoteProps) {
  const [isExpanded, setIsExpanded] = useState(false);
  if (text === null) return omitted;
  const start = isExpanded ? text : quoteStart(text);
  return (
    <blockquote
      dir="auto"
      className="max-w-prose border-line border-s-2 ps-3 text-sm [overflow-wrap:anywhere]"
    >
      <span className="whitespace-pre-line">“{start}”</span>
      {start.length < text.length && (
        <>
          {" … "}
          <button
            type="button"
            onClick={() => setIsExpanded(true)}
            className="min-h-6 text-accent underline"
          >
            {t("Show all")}
          </button>
        </>
      )}
    </blockquote>
  );
}
