import { PageHeader } from "../../components/page-header.tsx";

export function RunsPage() {
  return <PageHeader title="Runs" />;
}
