import { lazy, Suspense } from "react";
import type { MarkdownTextProps } from "./markdown/rendered-markdown.tsx";
import { PlainText } from "./plain-text.tsx";

/**
 * Markdown of assistants and people as elements, never as HTML: no images, links to the web and to mailboxes alone. Texts without
 * Markdown, and those too long or too deep to parse, are shown as they are. What renders loads on its own; until then the text is plain.
 */
export function MarkdownText({ className = "", ...rest }: MarkdownTextProps) {
  if (!hasMarkdown(rest.text)) return <PlainText text={rest.text} className={className} />;
  return (
    <Suspense fallback={<PlainText text={rest.text} className={className} />}>
      <RenderedMarkdown className={className} {...rest} />
    </Suspense>
  );
}

const RenderedMarkdown = lazy(() =>
  import("./markdown/rendered-markdown.tsx").then(
    ({ RenderedMarkdown }) => ({ default: RenderedMarkdown }),
    // Offline, or the server has been updated: a plain text is better than no page.
    () => ({ default: PlainText }),
  ),
);

/** Whether anything in it could be Markdown. */
function hasMarkdown(text: string): boolean {
  return /[*_`#>|[\]~\\&]|^\s*(?:[-+]|\d{1,9}[.)])\s|:\/\/|www\.|@|\n\s*\n|\n[=-]/m.test(text);
}
