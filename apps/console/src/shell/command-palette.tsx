import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { Command } from "cmdk";
import { type ReactNode, useState } from "react";
import { api } from "../api.ts";
import { Dialog } from "../components/dialog.tsx";
import { Icon, type IconName } from "../components/icon.tsx";
import { PlanTitle } from "../components/plan-title.tsx";
import { LINK_COPIED, useCopy } from "../copy.ts";
import { useLivePause } from "../live-pause.ts";
import { PAGES } from "../navigation.ts";
import { chooseTheme, THEMES } from "../theme.ts";
import { useTogglePause } from "./pause-button.tsx";

/** The longest the API takes. */
const LONGEST_TEXT = 100;

/** What is found by its name, and where it is shown. */
const FOUND = [
  {
    kind: "plan",
    heading: "Plans",
    icon: "plans",
    goTo: (planId: string) => ({ to: "/plans/$planId", params: { planId } }) as const,
  },
  {
    kind: "output",
    heading: "Reports",
    icon: "reports",
    goTo: (outputId: string) => ({ to: "/reports/$outputId", params: { outputId } }) as const,
  },
  {
    kind: "artifact",
    heading: "Findings",
    icon: "library",
    goTo: (artifactId: string) => ({ to: "/library/$artifactId", params: { artifactId } }) as const,
  },
] as const;

/** Goes to a page, or to a plan, report or finding by name; or does what has no place on a page. */
export default function CommandPalette({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState("");
  const router = useRouter();
  const copy = useCopy();
  const { isPaused } = useLivePause();
  const togglePause = useTogglePause();
  const { data: found } = useQuery({
    ...api.search.typeAhead.queryOptions({ text: text.trim().slice(0, LONGEST_TEXT) }),
    enabled: text.trim() !== "",
    placeholderData: keepPreviousData,
  });
  const suggestions = text.trim() === "" ? [] : (found?.suggestions ?? []);
  const run = (action: () => void) => () => {
    onClose();
    action();
  };
  return (
    <Dialog title="Search or go to" isOpen onClose={onClose} isTitleShown={false}>
      <Command label="Search or go to" loop>
        <Command.Input
          value={text}
          onValueChange={setText}
          maxLength={200}
          placeholder="A page, a plan, a theme …"
          className="w-full border-line border-b bg-transparent px-5 py-3.5 text-lg outline-none placeholder:text-soft"
        />
        <Command.List className="max-h-80 overflow-y-auto p-2">
          <Command.Empty className="px-3 py-6 text-center text-soft">Nothing found.</Command.Empty>
          <Group heading="Pages">
            {PAGES.map(({ to, label, icon }) => (
              <Item key={to} icon={icon} onSelect={run(() => void router.navigate({ to }))}>
                {label}
              </Item>
            ))}
          </Group>
          {FOUND.map(({ kind, heading, icon, goTo }) => {
            const ofKind = suggestions.filter((suggestion) => suggestion.kind === kind);
            if (ofKind.length === 0) return null;
            return (
              <Group key={kind} heading={heading}>
                {ofKind.map(({ id, name, mode, title }) => (
                  <Item
                    key={id}
                    icon={icon}
                    // What was found stays, however the list itself would match it.
                    keywords={[text]}
                    value={`${name} ${id}`}
                    onSelect={run(() => void router.navigate(goTo(id)))}
                  >
                    <span className="min-w-0 truncate">
                      <PlanTitle mode={mode} title={title} />
                    </span>
                  </Item>
                ))}
              </Group>
            );
          })}
          <Group heading="Actions">
            <Item icon="copy" onSelect={run(() => void copy(window.location.href, LINK_COPIED))}>
              Copy the link of this page
            </Item>
            <Item icon={isPaused ? "runs" : "waiting"} onSelect={run(togglePause)}>
              {isPaused ? "Resume live updates" : "Pause live updates"}
            </Item>
          </Group>
          <Group heading="Theme">
            {THEMES.map((theme) => (
              <Item key={theme} icon="sun" onSelect={run(() => chooseTheme(theme))}>
                Theme: {theme}
              </Item>
            ))}
          </Group>
        </Command.List>
      </Command>
    </Dialog>
  );
}

function Group({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <Command.Group
      heading={heading}
      className="[&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:py-1.5 [&_[cmdk-group-heading]]:text-sm [&_[cmdk-group-heading]]:text-soft"
    >
      {children}
    </Command.Group>
  );
}

function Item({
  icon,
  children,
  ...rest
}: {
  icon: IconName;
  children: ReactNode;
  value?: string;
  keywords?: string[];
  onSelect: () => void;
}) {
  return (
    <Command.Item
      {...rest}
      className="flex items-center gap-2.5 rounded-md px-3 py-2 data-[selected=true]:bg-accent-soft"
    >
      <Icon name={icon} className="text-soft" />
      {children}
    </Command.Item>
  );
}
