import { Link, useLocation } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { Dialog } from "../components/dialog.tsx";
import { Icon } from "../components/icon.tsx";
import { t } from "../language/messages.ts";
import { InboxCount } from "./inbox-count.tsx";
import { BAR_PAGES, MORE_PAGES } from "./pages.ts";

const ENTRY =
  "relative flex min-h-14 flex-1 flex-col items-center justify-center gap-0.5 px-1 text-soft text-xs data-[status=active]:font-medium data-[status=active]:text-accent";

/** The navigation of narrow windows: the pages of every day, and the others in a sheet. */
export function BottomBar() {
  const [isOpen, setIsOpen] = useState(false);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: navigation closes the sheet
  useEffect(() => setIsOpen(false), [pathname]);
  const isMoreActive = MORE_PAGES.some(({ to }) => pathname.startsWith(to));
  return (
    <nav
      aria-label={t("Pages")}
      className="fixed inset-x-0 bottom-0 z-20 flex border-line border-t bg-card pb-[env(safe-area-inset-bottom)] md:hidden print:hidden"
    >
      {BAR_PAGES.map(({ to, label, icon }) => (
        <Link
          key={to}
          to={to}
          activeOptions={{ exact: to === "/", includeSearch: false }}
          className={ENTRY}
        >
          <Icon name={icon} />
          {label}
          {to === "/inbox" && (
            <span className="absolute top-1 left-1/2 ml-2">
              <InboxCount />
            </span>
          )}
        </Link>
      ))}
      <button
        type="button"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        data-status={isMoreActive ? "active" : undefined}
        onClick={() => setIsOpen(true)}
        className={ENTRY}
      >
        <Icon name="more" />
        {t("More")}
      </button>
      <Dialog title={t("More")} isOpen={isOpen} onClose={() => setIsOpen(false)} isSheet>
        <ul className="grid grid-cols-2 gap-1 px-3 py-3">
          {MORE_PAGES.map(({ to, label, icon }) => (
            <li key={to}>
              <Link
                to={to}
                activeOptions={{ includeSearch: false }}
                onClick={() => setIsOpen(false)}
                className="flex min-h-11 items-center gap-3 rounded-md px-3 text-soft hover:bg-hover data-[status=active]:bg-accent-soft data-[status=active]:font-medium data-[status=active]:text-text"
              >
                <Icon name={icon} />
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </Dialog>
    </nav>
  );
}
