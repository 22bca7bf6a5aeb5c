import { Link } from "@tanstack/react-router";
import { Icon } from "../components/icon.tsx";
import { t } from "../language/messages.ts";
import { InboxCount } from "./inbox-count.tsx";
import { PAGES } from "./pages.ts";

/** The navigation at the side; narrow windows have a bar at the bottom instead. */
export function Rail({ onHelp }: { onHelp: () => void }) {
  return (
    <aside
      aria-label="Trovella"
      className="sticky top-0 hidden h-screen flex-col overflow-y-auto border-line border-r bg-card px-3 py-4 md:flex print:hidden"
    >
      <p className="mb-4 flex items-center gap-2 px-2 font-semibold tracking-tight">
        <img src="/favicon.svg" alt="" className="size-5 shrink-0" />
        Trovella
      </p>
      <nav aria-label={t("Pages")} className="flex flex-col gap-0.5">
        {PAGES.map(({ to, label, icon, keys }) => (
          <Link
            key={to}
            to={to}
            activeOptions={{ exact: to === "/", includeSearch: false }}
            aria-keyshortcuts={keys}
            title={t("Press {keys}", { keys })}
            className="flex shrink-0 items-center gap-2.5 rounded-md px-2 py-1.5 text-soft hover:bg-hover hover:text-text data-[status=active]:bg-accent-soft data-[status=active]:font-medium data-[status=active]:text-text"
          >
            <Icon name={icon} />
            {label}
            {to === "/inbox" && <InboxCount />}
          </Link>
        ))}
      </nav>
      <button
        type="button"
        onClick={onHelp}
        aria-keyshortcuts="?"
        className="mt-auto rounded-md px-2 py-1.5 text-left text-soft text-sm hover:bg-hover hover:text-text"
      >
        {t("Keyboard shortcuts")}
      </button>
    </aside>
  );
}
