import { useQuery } from "@tanstack/react-query";
import { api } from "../../../api/api.ts";
import { Icon } from "../../../components/icon.tsx";
import { plural, t } from "../../../language/messages.ts";
import {
  type CitationCheck,
  type CitationProblem,
  citationLine,
  citationProblems,
  isClean,
} from "./citation-check.ts";

/** How well the report cites, in one line; what is wrong unfolds below it. It takes a moment when the report is new. */
export function CitationCheckLine({ outputId }: { outputId: string }) {
  const { data, error } = useQuery(api.researchPlan.citationCheck.queryOptions({ outputId }));
  if (data) return <Checked check={data} />;
  return (
    <p role="status" className="text-soft">
      {error ? t("The citations could not be checked.") : t("Checking the citations …")}
    </p>
  );
}

function Checked({ check }: { check: CitationCheck }) {
  const problems = citationProblems(check);
  const line = (
    <>
      <Icon
        name={isClean(check) ? "check" : "stalled"}
        className={`shrink-0 self-center ${isClean(check) ? "text-good" : "text-warn"}`}
      />
      <span className="min-w-0">
        <span className="text-soft">{t("Citation check:")}</span> {citationLine(check)}
      </span>
    </>
  );
  if (problems.length === 0) return <p className="flex items-baseline gap-2">{line}</p>;
  return (
    <details className="group">
      <summary className="flex min-h-8 cursor-pointer list-none items-baseline gap-2 rounded-md hover:bg-hover">
        {line}
        <span className="ml-auto whitespace-nowrap text-accent text-sm underline group-open:hidden">
          {t("Show details")}
        </span>
      </summary>
      <ul
        aria-label={t("What the check found")}
        className="mt-2 grid gap-3 border-line border-l-2 pl-3"
      >
        {problems.map((problem) => (
          <li key={problem.code}>
            <Problem problem={problem} />
          </li>
        ))}
      </ul>
    </details>
  );
}

function Problem({ problem: { words, places, more } }: { problem: CitationProblem }) {
  return (
    <>
      <p className="font-medium text-sm">{words}</p>
      <ul className="grid gap-0.5 text-sm text-soft">
        {places.map((place, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same words may stand in several places
          <li key={index} dir="auto" className="[overflow-wrap:anywhere]">
            {place}
          </li>
        ))}
        {more > 0 && <li>{plural(more, "and {count} more", "and {count} more")}</li>}
      </ul>
    </>
  );
}
