import { Link } from "@tanstack/react-router";
import { EmptyState } from "../components/empty-state.tsx";
import { PageHeader } from "../components/page-header.tsx";

export function NotFoundPage() {
  return (
    <>
      <PageHeader title="Nothing here" />
      <EmptyState
        title="There is no page at this address"
        action={
          <Link to="/" className="font-medium text-accent underline">
            Go to Home
          </Link>
        }
      >
        The address may be mistyped, or lead to something that was never here.
      </EmptyState>
    </>
  );
}
