import { type ReactNode, useState } from "react";
import type { Replies } from "../../api/api.ts";
import { Fact } from "../../components/fact.tsx";
import { numberText, t } from "../../language/messages.ts";
import { HitList } from "./hit-list.tsx";
import { SearchNotes } from "./search-notes.tsx";

type Found = Replies["search"]["debug"];

const LOOKS_LIKE: Readonly<Record<Found["queryType"], string>> = {
  keyword: t("a few words"),
  balanced: t("a short sentence"),
  semantic: t("a long sentence"),
};

/** Both legs of a search and their fusion, side by side. A hovered hit is highlighted in all of them. */
export function Explanation({ found }: { found: Found }) {
  const [marked, setMarked] = useState<string | null>(null);
  const marking = { marked, onMark: setMarked };
  const hasMeaning = found.legs.includes("semantic");
  return (
    <>
      <SearchNotes legs={found.legs} pending={found.indexing.pending} />
      <Facts found={found} />
      <div className="grid items-start gap-4 lg:grid-cols-3">
        <Panel title={t("Keyword")} about={t("Passages by BM25")}>
          <HitList
            {...marking}
            hits={found.keyword}
            none={t("No passage contains any of these words.")}
          />
        </Panel>
        <Panel title={t("Semantic")} about={t("Passages by vector similarity")}>
          <HitList
            {...marking}
            hits={found.semantic}
            none={
              hasMeaning
                ? t("No passage has a vector yet.")
                : t("Semantic search is unavailable; only keywords count.")
            }
          />
        </Panel>
        <Panel title={t("Combined")} about={t("Sources, as the search returns them")}>
          <HitList {...marking} hits={found.fused} none={t("Nothing was found.")} />
        </Panel>
      </div>
    </>
  );
}

function Facts({ found: { terms, model, queryType, timesMs } }: { found: Found }) {
  return (
    <dl className="mb-5 flex flex-wrap gap-x-8 gap-y-2 text-sm">
      <Fact name={t("Keywords")}>
        {terms.length === 0 ? (
          t("none")
        ) : (
          <span className="flex flex-wrap gap-1">
            {terms.map((term) => (
              <code key={term} className="rounded bg-hover px-1.5 font-mono text-xs leading-5">
                {term}
              </code>
            ))}
          </span>
        )}
      </Fact>
      <Fact name={t("Looks like")}>{LOOKS_LIKE[queryType]}</Fact>
      <Fact name={t("Model")}>{model ?? t("none")}</Fact>
      <Fact name={t("Duration")}>
        <span className="tabular-nums">
          {t("{vector} for the vector, {legs} for both legs, {rest} for the rest", {
            vector: milliseconds(timesMs.meaning),
            legs: milliseconds(timesMs.legs),
            rest: milliseconds(timesMs.fused),
          })}
        </span>
      </Fact>
    </dl>
  );
}

function Panel({ title, about, children }: { title: string; about: string; children: ReactNode }) {
  const id = `panel-${title.replace(" ", "-")}`;
  return (
    <section aria-labelledby={id} className="min-w-0 rounded-lg border border-line bg-card">
      <header className="border-line border-b px-3 py-2">
        <h2 id={id} className="font-semibold">
          {title}
        </h2>
        <p className="text-soft text-sm">{about}</p>
      </header>
      {children}
    </section>
  );
}

function milliseconds(value: number): string {
  return `${numberText(value, { maximumFractionDigits: value < 10 ? 1 : 0 })} ms`;
}
