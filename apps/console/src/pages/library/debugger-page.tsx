import { PageHeader } from "../../components/page-header.tsx";

export function DebuggerPage() {
  return <PageHeader title="Search debugger" />;
}
