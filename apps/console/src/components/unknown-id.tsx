import type { ReactNode } from "react";
import { describeError } from "../api/describe-error.ts";
import { capitalize } from "../format/capitalize.ts";
import { EmptyState } from "./empty-state.tsx";
import { PageHeader } from "./page-header.tsx";

/** The API answers a malformed id with another code than an unknown one. */
export function isUnknownId(error: unknown): boolean {
  const { code } = describeError(error);
  return code === "NOT_FOUND" || code === "INVALID_INPUT";
}

interface UnknownIdProps {
  readonly what: string;
  readonly place?: string;
  readonly back: ReactNode;
}

/** Shown for a URL that names nothing; `back` is a link to the list. */
export function UnknownId({ what, place = "with this ID", back }: UnknownIdProps) {
  return (
    <>
      <PageHeader title={`${capitalize(what)} not found`} />
      <EmptyState title={`There is no ${what} ${place}`} action={back}>
        The URL may be mistyped, or the {what} may have been deleted.
      </EmptyState>
    </>
  );
}
