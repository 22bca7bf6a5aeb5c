/** Shows HTML that the API rendered from Markdown and sanitized; it is not sanitized here. */
export function MarkdownView({ sanitizedHtml }: { sanitizedHtml: string }) {
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: the API has sanitized it, and the Content-Security-Policy blocks scripts and loads
    <div className="prose-view" dangerouslySetInnerHTML={{ __html: sanitizedHtml }} />
  );
}
