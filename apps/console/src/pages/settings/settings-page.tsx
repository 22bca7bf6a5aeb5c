import { Link, useLocation, useNavigate, useParams } from "@tanstack/react-router";
import { type ComponentType, useEffect } from "react";
import { useTeam } from "../../api/account.ts";
import { Icon } from "../../components/icon.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { t } from "../../language/messages.ts";
import { DataArea } from "./area-data.tsx";
import { DocumentsArea } from "./area-documents.tsx";
import { GeneralArea } from "./area-general.tsx";
import { NotificationsArea } from "./area-notifications.tsx";
import { ReviewsArea } from "./area-reviews.tsx";
import { SecurityArea } from "./area-security.tsx";
import { ServerArea } from "./area-server.tsx";
import { TeamArea } from "./area-team.tsx";
import { AREAS, type AreaId, areaOf } from "./areas.ts";

const CONTENTS: Readonly<Record<AreaId, ComponentType>> = {
  general: GeneralArea,
  notifications: NotificationsArea,
  reviews: ReviewsArea,
  documents: DocumentsArea,
  data: DataArea,
  team: TeamArea,
  security: SecurityArea,
  server: ServerArea,
};

const NARROW = "lg:grid-cols-[15rem_minmax(0,48rem)]";
const WIDE = "lg:grid-cols-[15rem_minmax(0,1fr)]";

export function SettingsPage() {
  useOldAnchors();
  const { area: id } = useParams({ strict: false });
  const area = areaOf(id);
  const Content = CONTENTS[area.id];
  // Beside its fields it shows a page.
  const isWide = area.id === "documents";
  const isKnown = useTeam() !== undefined;
  return (
    <>
      <PageHeader
        title={area.id === "general" ? t("Settings") : `${area.label} · ${t("Settings")}`}
        heading={t("Settings")}
      >
        {area.about}
      </PageHeader>
      <div className={`grid gap-6 ${isWide ? WIDE : NARROW}`}>
        <AreaList />
        <div className="grid min-w-0 content-start gap-8">{isKnown && <Content />}</div>
      </div>
    </>
  );
}

function AreaList() {
  return (
    <nav aria-label={t("Settings")}>
      <ul className="flex flex-wrap gap-1 lg:sticky lg:top-16 lg:flex-col">
        {AREAS.map(({ id, label, icon }) => (
          <li key={id}>
            <Link
              {...(id === "general"
                ? { to: "/settings" }
                : { to: "/settings/$area", params: { area: id } })}
              activeOptions={{ exact: true, includeHash: false }}
              className="flex min-h-8 items-center gap-2.5 whitespace-nowrap rounded-md px-2.5 py-1 text-soft hover:bg-hover hover:text-text data-[status=active]:bg-accent-soft data-[status=active]:font-medium data-[status=active]:text-text max-lg:border max-lg:border-line"
            >
              <Icon name={icon} className="max-lg:hidden" />
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** `/settings#notifications` of earlier versions, as e-mails have it. */
function useOldAnchors(): void {
  const { pathname, hash } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    const area = AREAS.find(({ id }) => id === hash);
    if (pathname !== "/settings" || !area || area.id === "general") return;
    void navigate({ to: "/settings/$area", params: { area: area.id }, replace: true });
  }, [pathname, hash, navigate]);
}
