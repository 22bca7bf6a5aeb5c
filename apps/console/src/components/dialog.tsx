import { Dialog as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { Icon } from "./icon.tsx";

export interface DialogProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly isTitleShown?: boolean;
  readonly children: ReactNode;
}

/**
 * A modal dialog. Radix's own overlay is left out: it locks scrolling with an injected style sheet,
 * which the Content-Security-Policy forbids.
 */
export function Dialog({ title, isOpen, onClose, isTitleShown = true, children }: DialogProps) {
  return (
    <Radix.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <div className="fixed inset-0 z-40 bg-scrim" aria-hidden="true" />
        <Radix.Content
          aria-describedby={undefined}
          className="fixed top-[12vh] left-1/2 z-50 max-h-[76vh] w-[min(36rem,calc(100vw-2rem))] -translate-x-1/2 overflow-auto rounded-xl border border-line bg-raised shadow-2xl"
        >
          <div className={isTitleShown ? "flex items-center px-5 pt-4" : "sr-only"}>
            <Radix.Title className="font-semibold text-lg">{title}</Radix.Title>
            {isTitleShown && (
              <Radix.Close
                aria-label="Close"
                className="ml-auto rounded p-1 text-soft hover:bg-hover"
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
