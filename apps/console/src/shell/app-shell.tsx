import { Outlet, useRouter } from "@tanstack/react-router";
import { lazy, Suspense, useEffect, useState } from "react";
import { Icon } from "../components/icon.tsx";
import { RelativeTime } from "../components/relative-time.tsx";
import { TOASTS_ID } from "../components/toast.tsx";
import { LINK_COPIED, useCopy } from "../components/use-copy.ts";
import { type Shortcuts, useShortcuts } from "../components/use-shortcuts.ts";
import { DecisionToasts } from "../decisions/decision-toasts.tsx";
import { rich, t } from "../language/messages.ts";
import { useLiveConnection } from "../live/live-connection.ts";
import { useLiveState } from "../live/live-state.ts";
import { useReviewNotifications } from "../notifications/use-review-notifications.ts";
import { BottomBar } from "./bottom-bar.tsx";
import { PAGES } from "./pages.ts";
import { Rail } from "./rail.tsx";
import { TopBar } from "./top-bar.tsx";
import { useHeadingFocus } from "./use-heading-focus.ts";
import { useInputKind } from "./use-input-kind.ts";

// Loaded when opened.
const CommandPalette = lazy(() => import("./command-palette.tsx"));
const ShortcutHelp = lazy(() => import("./shortcut-help.tsx"));

type Opened = "palette" | "help" | null;

export function AppShell() {
  const [opened, setOpened] = useState<Opened>(null);
  const [toasts, setToasts] = useState<Element | null>(null);
  // The element is outside of the shell, and there once everything is mounted.
  useEffect(() => setToasts(document.getElementById(TOASTS_ID)), []);
  useLiveConnection();
  useReviewNotifications();
  useHeadingFocus();
  useInputKind();
  const copy = useCopy();
  useShortcuts({
    ...usePageShortcuts(),
    ".": () => void copy(window.location.href, LINK_COPIED),
    "?": () => setOpened("help"),
  });
  usePaletteKey(() => setOpened("palette"));
  const close = () => setOpened(null);
  return (
    <>
      <a
        href="#page"
        className="sr-only z-50 rounded bg-raised px-3 py-2 focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        {t("Skip to the page")}
      </a>
      <div className="min-h-screen md:grid md:grid-cols-[12.5rem_minmax(0,1fr)]">
        <Rail onHelp={() => setOpened("help")} />
        <div className="min-w-0">
          <TopBar onSearch={() => setOpened("palette")} />
          <OfflineBanner />
          <main
            id="page"
            tabIndex={-1}
            className="max-w-[90rem] px-4 pt-6 pb-[calc(var(--bottom-bar)+1.5rem)] md:px-8"
          >
            <Outlet />
          </main>
        </div>
      </div>
      <BottomBar />
      <DecisionToasts container={toasts} />
      <Suspense>
        {opened === "palette" && <CommandPalette onClose={close} />}
        {opened === "help" && <ShortcutHelp onClose={close} />}
      </Suspense>
    </>
  );
}

function usePageShortcuts(): Shortcuts {
  const router = useRouter();
  return {
    ...Object.fromEntries(PAGES.map(({ keys, to }) => [keys, () => void router.navigate({ to })])),
    c: () => void router.navigate({ to: "/new" }),
  };
}

/** Ctrl K or ⌘ K works everywhere, even while typing. */
function usePaletteKey(open: () => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      open();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  });
}

function OfflineBanner() {
  const { status, heardAt } = useLiveState();
  return (
    <div role="status">
      {status === "offline" && (
        <p className="flex items-center gap-2 border-line border-b bg-card px-4 py-2 md:px-8">
          <Icon name="offline" className="text-bad" />
          <span>
            {rich(
              "The server is not responding (last response {when}). This page may be out of date; it reconnects automatically.",
              { when: <RelativeTime at={new Date(heardAt).toISOString()} /> },
            )}
          </span>
        </p>
      )}
    </div>
  );
}
