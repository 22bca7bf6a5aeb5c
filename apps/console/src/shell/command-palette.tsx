import { useRouter } from "@tanstack/react-router";
import { Command } from "cmdk";
import { type ReactNode, useRef, useState } from "react";
import { Dialog } from "../components/dialog.tsx";
import { Icon, type IconName } from "../components/icon.tsx";
import { t } from "../language/messages.ts";
import { FoundText, KIND_ICONS, useOpenFound } from "./palette/found-item.tsx";
import { type FoundGroup, PLANS } from "./palette/group-found.ts";
import { useCommands } from "./palette/use-commands.ts";
import { usePaletteSearch } from "./palette/use-palette-search.ts";

const MAX_TEXT = 200;

interface Entry {
  /** Unique in the palette. */
  readonly value: string;
  readonly icon: IconName;
  readonly content: ReactNode;
  readonly run: () => void;
}

interface EntryGroup {
  readonly key: string;
  readonly heading: string;
  readonly entries: readonly Entry[];
}

/** Finds anything by its name or text, opens pages and runs actions. */
export default function CommandPalette({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState("");
  const typed = text.trim();
  const { groups: found, isSearching, isFailed } = usePaletteSearch(typed);
  const groups = [...useCommandEntries(typed), ...useFoundEntries(found), ...useOffers(typed)];
  const [selected, select] = useSelection(typed, groups[0]?.entries[0]?.value ?? "");
  return (
    <Dialog title={t("Search or go to")} isOpen onClose={onClose} isTitleShown={false}>
      <Command
        label={t("Search or go to")}
        loop
        shouldFilter={false}
        value={selected}
        {...select}
        className="min-w-0"
      >
        <Command.Input
          value={text}
          onValueChange={setText}
          maxLength={MAX_TEXT}
          placeholder={t("Search plans, reports, findings, actions …")}
          className="w-full border-line border-b bg-transparent px-5 py-3.5 text-lg outline-none placeholder:text-soft"
        />
        <Command.List className="max-h-96 overflow-y-auto p-2">
          {groups.map(({ key, heading, entries }) => (
            <Command.Group
              key={key}
              value={key}
              heading={heading}
              className="[&_[cmdk-group-heading]]:truncate [&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:py-1.5 [&_[cmdk-group-heading]]:text-sm [&_[cmdk-group-heading]]:text-soft"
            >
              {entries.map(({ value, icon, content, run }) => (
                <Command.Item
                  key={value}
                  value={value}
                  onSelect={() => {
                    onClose();
                    run();
                  }}
                  className="flex items-baseline gap-2.5 rounded-md px-3 py-2 data-[selected=true]:bg-accent-soft"
                >
                  <Icon name={icon} className="self-start text-soft mt-0.5" />
                  {content}
                </Command.Item>
              ))}
            </Command.Group>
          ))}
        </Command.List>
        <p role="status" className="border-line border-t px-5 py-2 text-soft text-sm empty:hidden">
          {stateText({ typed, isSearching, isFailed, isFound: found.length > 0 })}
        </p>
      </Command>
    </Dialog>
  );
}

interface State {
  readonly typed: string;
  readonly isSearching: boolean;
  readonly isFailed: boolean;
  readonly isFound: boolean;
}

function stateText({ typed, isSearching, isFailed, isFound }: State): string {
  if (typed === "") return "";
  if (isSearching) return t("Searching …");
  if (isFailed) return t("The search failed. Type again to retry.");
  return isFound ? "" : t("No close match in names or texts.");
}

function useCommandEntries(typed: string): EntryGroup[] {
  return useCommands(typed).map(({ key, heading, commands }) => ({
    key,
    heading,
    entries: commands.map(({ key: name, icon, label, run }) => ({
      value: `command ${name}`,
      icon,
      content: label,
      run,
    })),
  }));
}

function useFoundEntries(groups: readonly FoundGroup[]): EntryGroup[] {
  const open = useOpenFound();
  return groups.map(({ key, plan, found }) => ({
    key,
    heading: plan ?? (key === PLANS ? t("Plans") : t("Without a plan")),
    entries: found.map((thing) => ({
      value: `${thing.kind} ${thing.id}`,
      icon: KIND_ICONS[thing.kind],
      content: <FoundText found={thing} />,
      run: () => open(thing),
    })),
  }));
}

/** What remains to be tried with any text. */
function useOffers(typed: string): EntryGroup[] {
  const router = useRouter();
  if (typed === "") return [];
  return [
    {
      key: "offers",
      heading: t("Search elsewhere"),
      entries: [
        {
          value: "offer library",
          icon: "search",
          content: t("Search the Library for “{text}”", { text: typed }),
          run: () => void router.navigate({ to: "/library", search: { query: typed } }),
        },
        {
          value: "offer plans",
          icon: "plans",
          content: t("Plans with “{text}”", { text: typed }),
          run: () => void router.navigate({ to: "/plans", search: { text: typed } }),
        },
      ],
    },
  ];
}

/** The first entry is selected, also when it arrives later, until the person moves to another one. */
function useSelection(typed: string, first: string) {
  const [chosen, setChosen] = useState<{ typed: string; value: string }>();
  const isMoved = useRef(false);
  const selected = chosen?.typed === typed ? chosen.value : first;
  return [
    selected,
    {
      onValueChange: (value: string) => {
        // cmdk also selects by itself as entries come and go.
        if (isMoved.current) setChosen({ typed, value });
        isMoved.current = false;
      },
      onKeyDownCapture: ({ key }: { key: string }) => {
        isMoved.current = /^(Arrow|Home|End)/.test(key);
      },
      onPointerMoveCapture: () => {
        isMoved.current = true;
      },
    },
  ] as const;
}
