import type { ReactNode } from "react";
import { describeError } from "../api/describe-error.ts";
import { EmptyState } from "./empty-state.tsx";
import { PageHeader } from "./page-header.tsx";

/** An address names something that is not there, or cannot be. */
export function isUnknownId(error: unknown): boolean {
  const { code } = describeError(error);
  return code === "NOT_FOUND" || code === "INVALID_INPUT";
}

/** In place of what an address names and nobody has; `back` leads to where there is something. */
export function UnknownId({ what, back }: { what: string; back: ReactNode }) {
  return (
    <>
      <PageHeader title={`No such ${what}`} />
      <EmptyState title={`There is no ${what} with this id`} action={back}>
        The address may be mistyped, or the {what} may have been deleted.
      </EmptyState>
    </>
  );
}
