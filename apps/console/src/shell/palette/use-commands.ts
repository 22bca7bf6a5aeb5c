import { useRouter, useRouterState } from "@tanstack/react-router";
import { isOpenActivity, type PlanActivity } from "@trovella/plan-engine";
import { api, queryClient } from "../../api/api.ts";
import { PROMPT_COPIED, promptFor } from "../../components/continue-prompt.tsx";
import type { IconName } from "../../components/icon.tsx";
import { statusLabel } from "../../components/status-badge.tsx";
import { LINK_COPIED, useCopy } from "../../components/use-copy.ts";
import { chooseLanguage } from "../../language/language.ts";
import { t } from "../../language/messages.ts";
import { useLivePause } from "../../live/live-pause.ts";
import { SHOWN_ACTIVITIES } from "../../pages/plans/route-search.ts";
import { PAGES } from "../pages.ts";
import { useTogglePause } from "../pause-button.tsx";
import { chooseTheme, type Theme } from "../theme.ts";
import { matchesWords } from "./word-match.ts";

interface PaletteCommand {
  readonly key: string;
  readonly icon: IconName;
  readonly label: string;
  /** Other words for it. */
  readonly also?: string;
  readonly run: () => void;
}

export interface CommandGroup {
  readonly key: string;
  readonly heading: string;
  readonly commands: readonly PaletteCommand[];
}

const THEME_LABELS: Readonly<Record<Theme, string>> = {
  system: t("Theme: System"),
  light: t("Theme: Light"),
  dark: t("Theme: Dark"),
};
const LANGUAGE_LABELS = { en: "English", de: "Deutsch" } as const;

/** Pages and actions whose words were typed; with nothing typed the pages and the actions that people look for. */
export function useCommands(typed: string): CommandGroup[] {
  const router = useRouter();
  const go = (to: string) => () => router.history.push(to);
  const actions = useActions(go);
  const pages = PAGES.map(({ to, label, icon }) => ({ key: to, icon, label, run: go(to) }));
  const statuses = SHOWN_ACTIVITIES.map((word) => planFilter(word, go));
  const all = [
    { key: "pages", heading: t("Pages"), commands: pages },
    { key: "statuses", heading: t("Plans by status"), commands: typed === "" ? [] : statuses },
    { key: "actions", heading: t("Actions"), commands: actions },
  ];
  return all
    .map((group) => ({
      ...group,
      commands: group.commands.filter(({ label, also = "" }: PaletteCommand) =>
        matchesWords(`${label} ${also}`, typed),
      ),
    }))
    .filter(({ commands }) => commands.length > 0);
}

function useActions(go: (to: string) => () => void): PaletteCommand[] {
  const copy = useCopy();
  const { isPaused } = useLivePause();
  const togglePause = useTogglePause();
  const plan = useOpenPlan();
  const prompt: PaletteCommand[] = plan
    ? [
        {
          key: "prompt",
          icon: "copy",
          label: t("Copy prompt to continue this plan"),
          also: t("resume"),
          run: () => void copy(promptFor(plan), PROMPT_COPIED),
        },
      ]
    : [];
  return [
    {
      key: "new",
      icon: "plans",
      label: t("New research"),
      also: t("start create plan"),
      run: go("/new"),
    },
    ...prompt,
    {
      key: "link",
      icon: "copy",
      label: t("Copy link to this page"),
      run: () => void copy(window.location.href, LINK_COPIED),
    },
    {
      key: "pause",
      icon: isPaused ? "runs" : "waiting",
      label: isPaused ? t("Resume live updates") : t("Pause live updates"),
      run: togglePause,
    },
    ...Object.entries(THEME_LABELS).map(
      ([theme, label]): PaletteCommand => ({
        key: `theme ${theme}`,
        icon: "sun",
        label,
        run: () => chooseTheme(theme as Theme),
      }),
    ),
    ...Object.entries(LANGUAGE_LABELS).map(
      ([code, name]): PaletteCommand => ({
        key: `language ${code}`,
        icon: "screen",
        label: t("Language: {name}", { name }),
        run: () => chooseLanguage(code as keyof typeof LANGUAGE_LABELS),
      }),
    ),
  ];
}

function planFilter(word: PlanActivity, go: (to: string) => () => void): PaletteCommand {
  const label = t("Plans: {status}", { status: statusLabel(word) });
  return { key: `status ${word}`, icon: "plans", label, run: go(`/plans?status=${word}`) };
}

/** The plan whose page is shown, if an assistant can continue it. */
function useOpenPlan(): { readonly handle: string } | null {
  const pathname = useRouterState({ select: ({ location }) => location.pathname });
  const planId = /^\/plans\/([^/]+)$/.exec(pathname)?.[1];
  if (planId === undefined) return null;
  // Loaded by the page itself.
  const detail = queryClient.getQueryData(
    api.researchPlan.detail.queryKey({ planId: decodeURIComponent(planId) }),
  );
  return detail && isOpenActivity(detail.plan.activity) ? detail.plan : null;
}
