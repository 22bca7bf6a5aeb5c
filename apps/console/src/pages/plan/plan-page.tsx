import { PageHeader } from "../../components/page-header.tsx";

export function PlanPage() {
  return <PageHeader title="Plan" />;
}
