import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { t } from "../../language/messages.ts";

export function Pager({ page, total, perPage }: { page: number; total: number; perPage: number }) {
  const last = Math.max(1, Math.ceil(total / perPage));
  if (last === 1 && page === 1) return null;
  const first = (page - 1) * perPage + 1;
  return (
    <nav aria-label={t("Pages of the list")} className="mt-4 flex flex-wrap items-center gap-3">
      <p className="text-soft text-sm tabular-nums">
        {page <= last
          ? t("{first}–{last} of {total}", {
              first,
              last: Math.min(total, first + perPage - 1),
              total,
            })
          : t("{total} in all", { total })}
      </p>
      <div className="ml-auto flex gap-2">
        {page > 1 && <PageLink page={Math.min(page - 1, last)}>{t("Previous page")}</PageLink>}
        {page < last && <PageLink page={page + 1}>{t("Next page")}</PageLink>}
      </div>
    </nav>
  );
}

function PageLink({ page, children }: { page: number; children: ReactNode }) {
  return (
    <Link
      from="/runs"
      to="/runs"
      search={(before) => ({ ...before, page: page > 1 ? page : undefined })}
      className="inline-flex min-h-9 items-center rounded-md border border-line bg-card px-2.5 font-medium text-sm hover:bg-hover"
    >
      {children}
    </Link>
  );
}
