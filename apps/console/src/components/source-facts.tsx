import { citationText, type SourceDetails } from "../format/citation-text.ts";
import { t } from "../language/messages.ts";
import { webLink } from "../url/web-link.ts";
import { CopyButton } from "./copy-button.tsx";

/** A source with its quotes and link. Everything is untrusted text and rendered as text. */
export function SourceFacts({ source }: { source: SourceDetails & { quotes: readonly string[] } }) {
  const { author, publishedAt, retrievedAt, quotes, doi } = source;
  const facts = [
    author,
    publishedAt,
    retrievedAt && t("retrieved {date}", { date: retrievedAt.slice(0, 10) }),
  ];
  return (
    <div className="min-w-0 break-words">
      <p className="font-medium">
        <SourceTitle source={source} />
      </p>
      <p className="text-soft text-sm">{facts.filter(Boolean).join(" · ")}</p>
      {[...new Set(quotes)].map((quote) => (
        <blockquote
          key={quote}
          className="mt-1.5 whitespace-pre-line border-line border-l-2 pl-3 text-sm"
        >
          {quote}
        </blockquote>
      ))}
      {doi && <p className="mt-1 text-soft text-sm">DOI {doi}</p>}
      <div className="mt-2">
        <CopyButton text={citationText(source)} label={t("Copy citation")} />
      </div>
    </div>
  );
}

/** The title, linked if the source has a web URL or a DOI. */
export function SourceTitle({
  source: { title, url, doi },
}: {
  source: Pick<SourceDetails, "title" | "url" | "doi">;
}) {
  const link = webLink(url) ?? (doi ? webLink(`https://doi.org/${doi}`) : null);
  if (!link) return title;
  return (
    <a
      href={link}
      rel="noreferrer noopener"
      target="_blank"
      className="text-accent underline underline-offset-2"
    >
      {title}
      <span className="sr-only"> {t("(opens in a new tab)")}</span>
    </a>
  );
}
