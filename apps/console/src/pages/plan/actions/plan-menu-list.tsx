import { DropdownMenu } from "radix-ui";
import type { ReactElement } from "react";
import { KeyHint } from "../../../components/key-hint.tsx";
import type { MenuEntry } from "./menu-entries.tsx";

const ITEM = "cursor-default rounded-md px-3 py-1.5 outline-none data-[highlighted]:bg-hover";

export interface PlanMenuListProps {
  readonly handle: string;
  readonly entries: readonly MenuEntry[];
  readonly onSelect: (entry: Exclude<MenuEntry, { Link: unknown }>) => void;
  /** The button that opens the list. */
  readonly children: ReactElement;
}

/** The list of a plan's menu. Loaded with the first click on its button, which opens it. */
export function PlanMenuList({ handle, entries, onSelect, children }: PlanMenuListProps) {
  return (
    <DropdownMenu.Root modal={false} defaultOpen>
      <DropdownMenu.Trigger asChild>{children}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="end"
          sideOffset={4}
          collisionPadding={8}
          className="z-30 min-w-52 rounded-lg border border-line bg-raised p-1 shadow-xl"
        >
          {entries.map((entry) =>
            "Link" in entry ? (
              <DropdownMenu.Item key={entry.id} asChild>
                <entry.Link planId={handle} className={`block ${ITEM}`} />
              </DropdownMenu.Item>
            ) : (
              <DropdownMenu.Item
                key={entry.id}
                onSelect={() => onSelect(entry)}
                className={`${ITEM} flex items-center justify-between gap-4 ${entry.isDanger ? "text-bad" : ""}`}
              >
                {entry.label}
                {"keys" in entry && entry.keys && <KeyHint keys={entry.keys} />}
              </DropdownMenu.Item>
            ),
          )}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
