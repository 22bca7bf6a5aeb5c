import { Dialog as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { t } from "../language/messages.ts";
import { Icon } from "./icon.tsx";

export interface DialogProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly isTitleShown?: boolean;
  /** At the bottom of the window, for thumbs. */
  readonly isSheet?: boolean;
  readonly children: ReactNode;
}

const CENTERED =
  "top-[12vh] max-h-[76vh] w-[min(36rem,calc(100vw-2rem))] rounded-xl max-sm:top-[6vh] max-sm:max-h-[88vh] max-sm:w-[calc(100vw-1rem)]";
const SHEET =
  "bottom-0 max-h-[80vh] w-full rounded-t-xl pb-[env(safe-area-inset-bottom)] sm:max-w-xl";

/**
 * A modal dialog. Radix's own overlay is left out: it locks scrolling with an injected style sheet,
 * which the Content-Security-Policy forbids.
 */
export function Dialog({
  title,
  isOpen,
  onClose,
  isTitleShown = true,
  isSheet = false,
  children,
}: DialogProps) {
  return (
    <Radix.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <div className="fixed inset-0 z-40 bg-scrim" aria-hidden="true" />
        <Radix.Content
          aria-describedby={undefined}
          className={`fixed left-1/2 z-50 -translate-x-1/2 overflow-auto border border-line bg-raised shadow-2xl ${isSheet ? SHEET : CENTERED}`}
        >
          <div className={isTitleShown ? "flex items-center px-5 pt-4" : "sr-only"}>
            <Radix.Title className="font-semibold text-lg">{title}</Radix.Title>
            {isTitleShown && (
              <Radix.Close
                aria-label={t("Close")}
                className="ml-auto flex size-8 shrink-0 items-center justify-center rounded text-soft hover:bg-hover"
              >
                <Icon name="close" />
              </Radix.Close>
            )}
          </div>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
