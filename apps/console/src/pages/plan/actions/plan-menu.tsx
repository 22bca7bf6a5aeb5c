import { DropdownMenu } from "radix-ui";
import { useRef, useState } from "react";
import { useCan } from "../../../api/account.ts";
import { Button } from "../../../components/button.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { Icon } from "../../../components/icon.tsx";
import { useToast } from "../../../components/toast.tsx";
import { t } from "../../../language/messages.ts";
import { PinDialog } from "../../inbox/pin-dialog.tsx";
import type { PlanHead } from "../plan-detail.ts";
import { type DialogEntry, PLAN_MENU } from "./menu-entries.tsx";
import { usePlanAction } from "./use-plan-action.ts";

const ITEM = "cursor-default rounded-md px-3 py-1.5 outline-none data-[highlighted]:bg-hover";

/** What a person may do to the plan (R37). The entries are in `menu-entries.tsx`. */
export function PlanMenu({ plan }: { plan: PlanHead }) {
  const [opened, setOpened] = useState<DialogEntry | null>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  const toast = useToast();
  const acting = usePlanAction(plan);
  const mayWrite = useCan("write");
  const entries = PLAN_MENU.filter(({ isShown }) => isShown(plan));
  const close = () => {
    setOpened(null);
    // The menu that the dialog was opened from is gone.
    trigger.current?.focus();
  };
  if (!mayWrite) return null;
  return (
    <>
      <DropdownMenu.Root modal={false}>
        <DropdownMenu.Trigger asChild>
          <Button ref={trigger} aria-label={t("Actions on this plan")}>
            {t("Actions")}
            <Icon name="down" className="size-3" />
          </Button>
        </DropdownMenu.Trigger>
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
                  <entry.Link planId={plan.handle} className={`block ${ITEM}`} />
                </DropdownMenu.Item>
              ) : (
                <DropdownMenu.Item
                  key={entry.id}
                  onSelect={() => {
                    if ("Dialog" in entry) setOpened(entry);
                    else acting.act(entry.action, () => toast(entry.done));
                  }}
                  className={`${ITEM} ${entry.isDanger ? "text-bad" : ""}`}
                >
                  {entry.label}
                </DropdownMenu.Item>
              ),
            )}
          </DropdownMenu.Content>
        </DropdownMenu.Portal>
      </DropdownMenu.Root>
      <Dialog title={opened?.title ?? ""} isOpen={opened !== null} onClose={close}>
        {opened && <opened.Dialog plan={plan} onClose={close} />}
      </Dialog>
      <PinDialog {...acting.pin} />
    </>
  );
}
