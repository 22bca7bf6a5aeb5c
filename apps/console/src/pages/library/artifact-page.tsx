import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { api, type Replies } from "../../api/api.ts";
import { DetailPage } from "../../components/detail-page.tsx";
import { MarkdownText } from "../../components/markdown-text.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { PlanTitle } from "../../components/plan-title.tsx";
import { RelativeTime } from "../../components/relative-time.tsx";
import { Section } from "../../components/section.tsx";
import { SourceFacts } from "../../components/source-facts.tsx";
import { TextLink } from "../../components/text-link.tsx";
import { ARTIFACT_TYPE_LABELS, confidenceText } from "../../format/labels.ts";
import { rich, t } from "../../language/messages.ts";
import { DeleteButton } from "../plan/deleting/delete-button.tsx";
import { ArtifactText } from "./artifact-text.tsx";

type Artifact = Replies["artifact"]["detail"];

const route = getRouteApi("/library/$artifactId");

export function ArtifactPage() {
  const { artifactId } = route.useParams();
  const query = useQuery(api.artifact.detail.queryOptions({ artifactId }));
  return (
    <DetailPage
      query={query}
      what={t("artifact")}
      back={<TextLink to="/library">{t("Go to the library")}</TextLink>}
    >
      {(artifact) => <Detail key={artifactId} artifact={artifact} />}
    </DetailPage>
  );
}

function Detail({ artifact }: { artifact: Artifact }) {
  const { title, summary, sources, citedBy } = artifact;
  const { artifactId } = route.useParams();
  const navigate = useNavigate();
  return (
    <>
      <PageHeader
        title={title}
        actions={
          <DeleteButton
            kind="artifact"
            id={artifactId}
            title={t("Delete this finding")}
            onDeleted={() => void navigate({ to: "/library" })}
          />
        }
      >
        <Facts artifact={artifact} />
      </PageHeader>
      <div className="grid max-w-3xl gap-8">
        {summary && <MarkdownText text={summary} />}
        <Section title={t("Content")}>
          <ArtifactText artifact={artifact} />
        </Section>
        <Sources sources={sources} />
        {citedBy.length > 0 && <CitedBy reports={citedBy} />}
      </div>
    </>
  );
}

function Facts({ artifact }: { artifact: Artifact }) {
  const { artifactType, confidence, createdAt, planId, planMode, planTitle, stepOrder } = artifact;
  const sureness = confidenceText(confidence);
  return (
    <ul className="flex flex-wrap gap-x-4">
      <li>{ARTIFACT_TYPE_LABELS[artifactType]}</li>
      {sureness && <li>{t("{sureness} confidence", { sureness })}</li>}
      <li>{rich("stored {when}", { when: <RelativeTime at={createdAt} /> })}</li>
      {planId && (
        <li className="min-w-0 break-words">
          <Link
            to="/plans/$planId"
            params={{ planId }}
            className="font-medium text-text hover:underline"
          >
            <PlanTitle mode={planMode} title={planTitle ?? t("Its plan")} />
          </Link>
          {stepOrder !== null && t(", step {number}", { number: stepOrder })}
        </li>
      )}
    </ul>
  );
}

function Sources({ sources }: { sources: Artifact["sources"] }) {
  return (
    <Section title={t("Sources")} count={sources.length}>
      {sources.length === 0 ? (
        <p className="text-soft">{t("No sources.")}</p>
      ) : (
        <ul className="divide-y divide-line rounded-lg border border-line bg-card">
          {sources.map((source) => (
            <li key={source.id} className="px-4 py-3">
              <SourceFacts source={source} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

function CitedBy({ reports }: { reports: Artifact["citedBy"] }) {
  return (
    <Section title={t("Cited in")}>
      <ul className="grid gap-1">
        {reports.map(({ id, title, version }) => (
          <li key={id} className="break-words">
            <TextLink to="/reports/$outputId" params={{ outputId: id }}>
              {title}
            </TextLink>
            <span className="text-soft">{t(", version {version}", { version })}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
