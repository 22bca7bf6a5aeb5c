import { Button } from "../../components/button.tsx";
import { t } from "../../language/messages.ts";
import { Count } from "./count.tsx";
import { countOf, type InboxItem, type ItemCounts, type ItemKind } from "./inbox-items.ts";
import { GROUPS } from "./item-groups.ts";

interface KindFilterProps {
  readonly items: readonly InboxItem[];
  readonly counts: ItemCounts;
  readonly chosen: ItemKind | undefined;
  readonly onChange: (kind: ItemKind | undefined) => void;
}

/** Shows one kind of items alone; only where there are several. */
export function KindFilter({ items, counts, chosen, onChange }: KindFilterProps) {
  const kinds = GROUPS.filter(({ kind }) => items.some((item) => item.kind === kind));
  if (kinds.length < 2 && chosen === undefined) return null;
  const choices = [{ kind: undefined, title: t("All") }, ...kinds];
  return (
    // biome-ignore lint/a11y/useSemanticElements: buttons, no fields
    <div role="group" aria-label={t("Show")} className="flex flex-wrap gap-1">
      {choices.map(({ kind, title }) => (
        <Button
          key={title}
          kind={kind === chosen ? "plain" : "quiet"}
          aria-pressed={kind === chosen}
          onClick={() => onChange(kind)}
        >
          {title}
          {kind && <Count number={countOf(items, counts, kind)} />}
        </Button>
      ))}
    </div>
  );
}
