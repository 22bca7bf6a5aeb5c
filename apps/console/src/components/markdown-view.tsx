/** Shows what the API rendered from Markdown. It must be cleaned there: nothing is checked here. */
export function MarkdownView({ cleanedHtml }: { cleanedHtml: string }) {
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: the API has cleaned it, and the policy of the page runs and loads nothing
    <div className="prose-view" dangerouslySetInnerHTML={{ __html: cleanedHtml }} />
  );
}
