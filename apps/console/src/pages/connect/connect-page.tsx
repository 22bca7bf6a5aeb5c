import { PageHeader } from "../../components/page-header.tsx";

export function ConnectPage() {
  return <PageHeader title="Connect" />;
}
