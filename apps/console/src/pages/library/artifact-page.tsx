import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { api, type Replies } from "../../api.ts";
import { ErrorState } from "../../components/error-state.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { PlanTitle } from "../../components/plan-title.tsx";
import { RelativeTime } from "../../components/relative-time.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { SourceFacts } from "../../components/source-facts.tsx";
import { isUnknownId, UnknownId } from "../../components/unknown-id.tsx";
import { ARTIFACT_TYPE_WORDS } from "../../kinds.ts";
import { ArtifactText } from "./artifact-text.tsx";
import { confidenceText } from "./confidence.ts";

type Artifact = Replies["artifact"]["detail"];

const route = getRouteApi("/library/$artifactId");
const LINK = "text-accent underline underline-offset-2";

export function ArtifactPage() {
  const { artifactId } = route.useParams();
  const { data, error, refetch } = useQuery(api.artifact.detail.queryOptions({ artifactId }));
  if (data) return <Detail key={artifactId} artifact={data} />;
  if (error && isUnknownId(error)) {
    return (
      <UnknownId
        what="artifact"
        back={
          <Link to="/library" className={LINK}>
            Go to the library
          </Link>
        }
      />
    );
  }
  return (
    <>
      <PageHeader title="Artifact" />
      {error ? (
        <ErrorState what="The artifact" error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton what="the artifact" lines={8} />
      )}
    </>
  );
}

function Detail({ artifact }: { artifact: Artifact }) {
  const { title, summary, sources, citedBy } = artifact;
  return (
    <>
      <PageHeader title={title}>
        <Facts artifact={artifact} />
      </PageHeader>
      <div className="grid max-w-3xl gap-8">
        {summary && <p className="max-w-prose break-words">{summary}</p>}
        <section aria-labelledby="content">
          <h2 id="content" className="mb-2 font-semibold">
            Content
          </h2>
          <ArtifactText artifact={artifact} />
        </section>
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
      <li>{ARTIFACT_TYPE_WORDS[artifactType]}</li>
      {sureness && <li>{sureness} confidence</li>}
      <li>
        stored <RelativeTime at={createdAt} />
      </li>
      {planId && (
        <li className="min-w-0 break-words">
          <Link
            to="/plans/$planId"
            params={{ planId }}
            className="font-medium text-text hover:underline"
          >
            <PlanTitle mode={planMode} title={planTitle ?? "Its plan"} />
          </Link>
          {stepOrder !== null && `, step ${stepOrder}`}
        </li>
      )}
    </ul>
  );
}

function Sources({ sources }: { sources: Artifact["sources"] }) {
  return (
    <section aria-labelledby="sources">
      <h2 id="sources" className="mb-2 font-semibold">
        Sources
        {sources.length > 0 && (
          <span className="ml-2 font-normal text-soft tabular-nums">{sources.length}</span>
        )}
      </h2>
      {sources.length === 0 ? (
        <p className="text-soft">It was stored without sources.</p>
      ) : (
        <ul className="divide-y divide-line rounded-lg border border-line bg-card">
          {sources.map((source) => (
            <li key={source.id} className="px-4 py-3">
              <SourceFacts source={source} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function CitedBy({ reports }: { reports: Artifact["citedBy"] }) {
  return (
    <section aria-labelledby="cited-by">
      <h2 id="cited-by" className="mb-2 font-semibold">
        Cited in
      </h2>
      <ul className="grid gap-1">
        {reports.map(({ id, title, version }) => (
          <li key={id} className="break-words">
            <Link to="/reports/$outputId" params={{ outputId: id }} className={LINK}>
              {title}
            </Link>
            <span className="text-soft">, version {version}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
