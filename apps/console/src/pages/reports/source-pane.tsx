import { Button } from "../../components/button.tsx";
import { ClaimsOfSource } from "../../components/claims-of-source.tsx";
import { Icon } from "../../components/icon.tsx";
import { KeyHint } from "../../components/key-hint.tsx";
import { SourceFacts } from "../../components/source-facts.tsx";
import { TextLink } from "../../components/text-link.tsx";
import { plural, t } from "../../language/messages.ts";
import type { ReportSource } from "./report.ts";
import type { Citations } from "./use-citations.ts";

/** The source of the chosen citation: beside the text, or at the bottom of narrow windows. */
export function SourcePane({ source, citations }: { source: ReportSource; citations: Citations }) {
  const { number, artifactId, isCited } = source;
  const further = source.quoteCount - source.quotes.length;
  return (
    <section
      ref={citations.pane}
      tabIndex={-1}
      aria-label={t("Source {number}", { number })}
      aria-live="polite"
      className="rounded-lg border border-line bg-raised px-4 py-3 max-lg:fixed max-lg:inset-x-2 max-lg:bottom-[calc(var(--bottom-bar)+0.5rem)] max-lg:z-20 max-lg:max-h-[48vh] max-lg:overflow-y-auto max-lg:shadow-2xl [@media(height<38rem)]:max-lg:max-h-[34vh] print:hidden"
    >
      <div className="mb-2 flex items-center gap-2">
        <h2 className="font-semibold">
          {t("Source {number}", { number })}
          {!isCited && <span className="ms-2 font-normal text-soft">{t("not cited")}</span>}
        </h2>
        <button
          type="button"
          onClick={citations.close}
          aria-label={t("Close the source")}
          aria-keyshortcuts="Escape"
          className="-me-2 ms-auto inline-flex size-8 items-center justify-center rounded text-soft hover:bg-hover"
        >
          <Icon name="close" />
        </button>
      </div>
      <div dir="auto">
        <SourceFacts source={source} />
      </div>
      {further > 0 && (
        <p className="mt-2 text-soft text-sm">
          {plural(further, "and {count} more quote", "and {count} more quotes")}
        </p>
      )}
      <ClaimsOfSource sourceId={source.id} />
      <p className="mt-2 text-sm">
        <TextLink to="/library/$artifactId" params={{ artifactId }}>
          {t("Findings from this source")}
        </TextLink>
      </p>
      <div className="mt-3 flex flex-wrap gap-2 border-line border-t pt-3">
        <Button onClick={() => citations.move(-1)} aria-keyshortcuts="[">
          <Icon name="up" />
          {t("Previous")} <KeyHint keys="[" />
        </Button>
        <Button onClick={() => citations.move(1)} aria-keyshortcuts="]">
          <Icon name="down" />
          {t("Next")} <KeyHint keys="]" />
        </Button>
      </div>
    </section>
  );
}
