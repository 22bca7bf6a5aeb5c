import { Suspense, useRef, useState } from "react";
import { useCan } from "../../../api/account.ts";
import { Button } from "../../../components/button.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { Icon } from "../../../components/icon.tsx";
import { useToast } from "../../../components/toast.tsx";
import { type Shortcuts, useShortcuts } from "../../../components/use-shortcuts.ts";
import { t } from "../../../language/messages.ts";
import { lazyPart } from "../../../url/lazy-page.ts";
import { PinDialog } from "../../inbox/pin-dialog.tsx";
import type { PlanHead } from "../plan-detail.ts";
import { type DialogEntry, type MenuEntry, PLAN_MENU } from "./menu-entries.tsx";
import { usePlanAction } from "./use-plan-action.ts";

const PlanMenuList = lazyPart(async () => (await import("./plan-menu-list.tsx")).PlanMenuList);
const NO_SHORTCUTS = {};

/** What a person may do to the plan (R37). The entries are in `menu-entries.tsx`. */
export function PlanMenu({ plan }: { plan: PlanHead }) {
  const [opened, setOpened] = useState<DialogEntry | null>(null);
  const [isWanted, setIsWanted] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  const toast = useToast();
  const acting = usePlanAction(plan);
  const mayWrite = useCan("write");
  const entries = PLAN_MENU.filter(({ isShown }) => isShown(plan));
  useShortcuts(mayWrite ? shortcutsOf(entries, setOpened) : NO_SHORTCUTS);
  const close = () => {
    setOpened(null);
    // The menu that the dialog was opened from is gone.
    trigger.current?.focus();
  };
  if (!mayWrite) return null;
  const button = (
    <Button
      ref={trigger}
      aria-label={t("Actions on this plan")}
      aria-haspopup="menu"
      onClick={() => setIsWanted(true)}
    >
      {t("Actions")}
      <Icon name="open" className="size-3" />
    </Button>
  );
  return (
    <>
      {isWanted ? (
        <Suspense fallback={button}>
          <PlanMenuList
            handle={plan.handle}
            entries={entries}
            onSelect={(entry) => {
              if ("Dialog" in entry) setOpened(entry);
              else acting.act(entry.action, () => toast(entry.done));
            }}
          >
            {button}
          </PlanMenuList>
        </Suspense>
      ) : (
        button
      )}
      <Dialog title={opened?.title ?? ""} isOpen={opened !== null} onClose={close}>
        <Suspense fallback={<div className="min-h-40" />}>
          {opened && <opened.Dialog plan={plan} onClose={close} />}
        </Suspense>
      </Dialog>
      <PinDialog {...acting.pin} />
    </>
  );
}

/** The entries that a key opens without the menu. */
function shortcutsOf(entries: readonly MenuEntry[], open: (entry: DialogEntry) => void): Shortcuts {
  return Object.fromEntries(
    entries.flatMap((entry) =>
      "Dialog" in entry && entry.keys ? [[entry.keys, () => open(entry)]] : [],
    ),
  );
}
