import { PageHeader } from "../../components/page-header.tsx";

export function ReportPage() {
  return <PageHeader title="Report" />;
}
