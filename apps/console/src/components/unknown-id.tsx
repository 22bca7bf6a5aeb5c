import type { ReactNode } from "react";
import { describeError } from "../api/describe-error.ts";
import { capitalize } from "../format/capitalize.ts";
import { t } from "../language/messages.ts";
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
export function UnknownId({ what, place = t("with this ID"), back }: UnknownIdProps) {
  return (
    <>
      <PageHeader title={t("{what} not found", { what: capitalize(what) })} />
      <EmptyState title={t("There is no {what} {place}", { what, place })} action={back}>
        {t("The URL may be mistyped, or it may have been deleted.")}
      </EmptyState>
    </>
  );
}
