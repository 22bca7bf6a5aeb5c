import { Tabs as Radix } from "radix-ui";
import type { ReactNode } from "react";

interface Tab<Id extends string> {
  readonly id: Id;
  readonly label: string;
  readonly content: ReactNode;
}

/** Controlled tabs, so that the page can keep the chosen one in the URL. */
export function Tabs<Id extends string>({
  label,
  tabs,
  chosen,
  onChoose,
}: {
  label: string;
  tabs: readonly Tab<Id>[];
  chosen: Id;
  onChoose: (id: Id) => void;
}) {
  return (
    <Radix.Root value={chosen} onValueChange={(id) => onChoose(id as Id)}>
      <Radix.List
        aria-label={label}
        className="flex gap-1 overflow-x-auto max-sm:gap-0 border-line border-b pt-0.5"
      >
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.id}
            value={tab.id}
            className="-mb-px -outline-offset-2 border-transparent whitespace-nowrap border-b-2 px-3 py-2 text-soft max-sm:px-1.5 max-sm:text-sm data-[state=active]:border-accent data-[state=active]:font-medium data-[state=active]:text-text"
          >
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.id} value={tab.id} className="pt-4">
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
