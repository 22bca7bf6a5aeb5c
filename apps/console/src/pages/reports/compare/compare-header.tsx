import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { api } from "../../../api/api.ts";
import { PageHeader } from "../../../components/page-header.tsx";
import { RelativeTime } from "../../../components/relative-time.tsx";
import { Select } from "../../../components/select.tsx";
import { TextLink } from "../../../components/text-link.tsx";
import { rich, t } from "../../../language/messages.ts";
import { changesUrl } from "../download-url.ts";
import { MAX_VERSIONS, versionOptions } from "../version-options.ts";
import type { Comparison } from "./comparison.ts";

/** The compared versions, each of which can be exchanged for another. */
export function CompareHeader({ comparison: { before, after } }: { comparison: Comparison }) {
  const { planId, title } = after;
  const navigate = useNavigate();
  const { data } = useQuery(api.output.list.queryOptions({ planId, limit: MAX_VERSIONS }));
  const options = versionOptions(data?.outputs ?? [after, before]);
  const compare = (outputId: string | undefined, otherId: string | undefined) => {
    if (!outputId || !otherId) return;
    const search = outputId === otherId ? {} : { compare: otherId };
    void navigate({ to: "/reports/$outputId", params: { outputId }, search, resetScroll: false });
  };
  return (
    <PageHeader
      title={t("Changes in {title}", { title })}
      heading={<bdi>{title}</bdi>}
      actions={
        <>
          <a
            href={changesUrl(after.id, before.version)}
            download
            className="font-medium text-accent underline"
          >
            {t("Download with tracked changes")}
          </a>
          <TextLink to="/reports/$outputId" params={{ outputId: after.id }} search={{}}>
            {t("Read version {version}", { version: after.version })}
          </TextLink>
        </>
      }
    >
      <div className="mt-1 flex flex-wrap items-center gap-2">
        {rich("From {before} to {after}", {
          before: (
            <Select
              label={t("Older version")}
              options={options}
              chosen={before.id}
              onChange={(chosen) => compare(after.id, chosen)}
            />
          ),
          after: (
            <Select
              label={t("Newer version")}
              options={options}
              chosen={after.id}
              onChange={(chosen) => compare(chosen, before.id)}
            />
          ),
        })}
        <span>
          <RelativeTime at={before.createdAt} /> → <RelativeTime at={after.createdAt} />
        </span>
      </div>
    </PageHeader>
  );
}
