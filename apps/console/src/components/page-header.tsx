import { type ReactNode, useEffect } from "react";
import { setPageTitle } from "./window-title.ts";

interface PageHeaderProps {
  readonly title: string;
  /** The title with markup. */
  readonly heading?: ReactNode;
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
}

/** The heading of a page, which also sets the document title. */
export function PageHeader({ title, heading = title, children, actions }: PageHeaderProps) {
  useEffect(() => {
    setPageTitle(title);
  }, [title]);
  return (
    <header className="mb-5 flex flex-wrap items-end gap-x-4 gap-y-2">
      <div className="min-w-0">
        {/* Receives the focus after a change of pages. */}
        <h1
          tabIndex={-1}
          className="font-semibold text-xl tracking-tight outline-none [overflow-wrap:anywhere]"
        >
          {heading}
        </h1>
        {children && <div className="text-soft">{children}</div>}
      </div>
      {actions && <div className="ml-auto flex flex-wrap gap-2">{actions}</div>}
    </header>
  );
}
