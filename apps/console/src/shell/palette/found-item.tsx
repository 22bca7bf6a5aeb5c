import { useRouter } from "@tanstack/react-router";
import type { IconName } from "../../components/icon.tsx";
import { PlanTitle } from "../../components/plan-title.tsx";
import {
  ARTIFACT_TYPE_LABELS,
  type ArtifactType,
  namesOf,
  TABLE_LABELS,
} from "../../format/labels.ts";
import { dateText, t } from "../../language/messages.ts";
import type { Found, FoundKind } from "./group-found.ts";

export const KIND_ICONS: Readonly<Record<FoundKind, IconName>> = {
  plan: "plans",
  output: "reports",
  claim: "claims",
  artifact: "library",
  extraction: "library",
  run: "runs",
};

/** Title and passage, with kind and date beside them. */
export function FoundText({ found }: { found: Found }) {
  const { title, mode, snippet, createdAt } = found;
  return (
    <span className="grid min-w-0 flex-1 gap-x-3 sm:grid-cols-[minmax(0,1fr)_auto]">
      <span className="truncate" dir="auto" title={title}>
        <PlanTitle mode={mode} title={title || t("Untitled")} />
      </span>
      <span className="text-soft text-sm sm:text-right">
        {kindText(found)} · {dateText(new Date(createdAt), { dateStyle: "medium" })}
      </span>
      {snippet && (
        <span className="line-clamp-1 text-soft text-sm sm:col-span-2" dir="auto">
          {plainSnippet(snippet)}
        </span>
      )}
    </span>
  );
}

/** Matches stand between asterisks; here they would only be in the way. */
function plainSnippet(snippet: string): string {
  return snippet.replaceAll("**", "").replace(/\s+/g, " ");
}

function kindText({ kind, type, version }: Found): string {
  if (kind === "plan") return t("Plan");
  if (kind === "run") return t("Run");
  if (kind === "claim") return TABLE_LABELS.claim;
  if (kind === "extraction") return TABLE_LABELS.extraction_result;
  if (kind === "output") {
    return version !== null && version > 1 ? t("Report v{version}", { version }) : t("Report");
  }
  const known = namesOf(ARTIFACT_TYPE_LABELS).find((name): name is ArtifactType => name === type);
  return known ? ARTIFACT_TYPE_LABELS[known] : TABLE_LABELS.research_artifact;
}

/** Goes to the page of what was found. */
export function useOpenFound(): (found: Found) => void {
  const router = useRouter();
  return ({ kind, id, planId }) => {
    if (kind === "plan") void router.navigate({ to: "/plans/$planId", params: { planId: id } });
    else if (kind === "output")
      void router.navigate({ to: "/reports/$outputId", params: { outputId: id } });
    else if (kind === "artifact")
      void router.navigate({ to: "/library/$artifactId", params: { artifactId: id } });
    else if (kind === "run")
      void router.navigate({ to: "/runs/$executionId", params: { executionId: id } });
    else if (kind === "claim")
      void router.navigate({ to: "/claims", search: { claim: id, planId: planId ?? undefined } });
    else if (planId) void router.navigate({ to: "/plans/$planId", params: { planId } });
  };
}
