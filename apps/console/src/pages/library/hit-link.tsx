import { createLink } from "@tanstack/react-router";
import type { ComponentProps } from "react";
import { RowLink } from "../../components/row-link.tsx";
import { t } from "../../language/messages.ts";

interface Hit {
  readonly sourceTable: string;
  readonly sourceId: string;
  readonly planId?: string | null;
  readonly title: string | null;
}

/** The title of a hit, linked to its page. Extracted data has none and links to its plan. */
export function HitLink({ hit, isRow = false }: { hit: Hit; isRow?: boolean }) {
  const { sourceTable, sourceId, planId } = hit;
  const title = hit.title || t("Untitled");
  const Title = isRow ? RowLink : PlainLink;
  if (sourceTable === "research_artifact") {
    return (
      <Title to="/library/$artifactId" params={{ artifactId: sourceId }}>
        {title}
      </Title>
    );
  }
  if (sourceTable === "research_output") {
    return (
      <Title to="/reports/$outputId" params={{ outputId: sourceId }}>
        {title}
      </Title>
    );
  }
  if (sourceTable === "claim") {
    return (
      <Title to="/claims" search={{ claim: sourceId, planId: planId ?? undefined }}>
        {title}
      </Title>
    );
  }
  if (!planId) return <span className="font-medium">{title}</span>;
  return (
    <Title to="/plans/$planId" params={{ planId }}>
      {title}
    </Title>
  );
}

const PlainLink = createLink((props: ComponentProps<"a">) => (
  <a {...props} className="font-medium hover:underline" />
));
