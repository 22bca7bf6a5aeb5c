import { PageHeader } from "../../components/page-header.tsx";

export function ArtifactPage() {
  return <PageHeader title="Artifact" />;
}
