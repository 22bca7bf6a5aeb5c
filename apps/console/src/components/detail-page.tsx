import type { ReactNode } from "react";
import { capitalize } from "../format/capitalize.ts";
import { t } from "../language/messages.ts";
import { PageHeader } from "./page-header.tsx";
import { type Query, QueryView, useIsReady } from "./query-view.tsx";
import { isUnknownId, UnknownId } from "./unknown-id.tsx";

/** A page about one record whose id is in the URL. */
export function DetailPage<Data>({
  query,
  what,
  back,
  lines = 8,
  children,
}: {
  query: Query<Data>;
  what: string;
  /** Leads from an unknown id to the list. */
  back: ReactNode;
  lines?: number;
  children: (data: Data) => ReactNode;
}) {
  const { data, error, isPlaceholderData, refetch } = query;
  const isReady = useIsReady(data);
  if (data !== undefined && isReady) return children(data);
  if (error && isUnknownId(error)) return <UnknownId what={what} back={back} />;
  return (
    <>
      <PageHeader title={capitalize(what)} />
      {/* What the data becomes has a heading of its own. */}
      <QueryView
        query={{ data: undefined, error, isPlaceholderData, refetch }}
        what={t("the {what}", { what })}
        lines={lines}
      >
        {() => null}
      </QueryView>
    </>
  );
}
