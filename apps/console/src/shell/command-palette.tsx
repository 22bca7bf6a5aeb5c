import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { Command } from "cmdk";
import { type ReactNode, useState } from "react";
import { api } from "../api/api.ts";
import { Dialog } from "../components/dialog.tsx";
import { Icon, type IconName } from "../components/icon.tsx";
import { PlanTitle } from "../components/plan-title.tsx";
import { LINK_COPIED, useCopy } from "../components/use-copy.ts";
import { useLivePause } from "../live/live-pause.ts";
import { PAGES } from "./pages.ts";
import { useTogglePause } from "./pause-button.tsx";
import { chooseTheme, THEMES } from "./theme.ts";

/** The limit of the API. */
const MAX_TEXT_LENGTH = 100;

const KINDS = [
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

/** Opens a page, or a plan, report or finding by name, and runs actions. */
export default function CommandPalette({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState("");
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
          <Pages run={run} />
          <Suggestions text={text} run={run} />
          <Actions run={run} />
        </Command.List>
      </Command>
    </Dialog>
  );
}

/** Closes the palette, then runs the action. */
type Run = (action: () => void) => () => void;

function Pages({ run }: { run: Run }) {
  const router = useRouter();
  return (
    <Group heading="Pages">
      {PAGES.map(({ to, label, icon }) => (
        <Item key={to} icon={icon} onSelect={run(() => void router.navigate({ to }))}>
          {label}
        </Item>
      ))}
    </Group>
  );
}

function Suggestions({ text, run }: { text: string; run: Run }) {
  const router = useRouter();
  const { data } = useQuery({
    ...api.search.typeAhead.queryOptions({ text: text.trim().slice(0, MAX_TEXT_LENGTH) }),
    enabled: text.trim() !== "",
    placeholderData: keepPreviousData,
  });
  const suggestions = text.trim() === "" ? [] : (data?.suggestions ?? []);
  return KINDS.map(({ kind, heading, icon, goTo }) => {
    const ofKind = suggestions.filter((suggestion) => suggestion.kind === kind);
    if (ofKind.length === 0) return null;
    return (
      <Group key={kind} heading={heading}>
        {ofKind.map(({ id, name, mode, title }) => (
          <Item
            key={id}
            icon={icon}
            // The server has matched it already; cmdk must not filter it out.
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
  });
}

function Actions({ run }: { run: Run }) {
  const copy = useCopy();
  const { isPaused } = useLivePause();
  const togglePause = useTogglePause();
  return (
    <>
      <Group heading="Actions">
        <Item icon="copy" onSelect={run(() => void copy(window.location.href, LINK_COPIED))}>
          Copy link to this page
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
    </>
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

interface ItemProps {
  readonly icon: IconName;
  readonly children: ReactNode;
  readonly value?: string;
  readonly keywords?: string[];
  readonly onSelect: () => void;
}

function Item({ icon, children, ...rest }: ItemProps) {
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
