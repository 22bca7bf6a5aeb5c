import type { RefObject } from "react";
import { useShortcuts } from "./use-shortcuts.ts";

/** `j` and `k` move the focus between the links of the rows. */
export function useRowKeys(body: RefObject<HTMLTableSectionElement | null>): void {
  useShortcuts({ j: () => moveFocus(body.current, 1), k: () => moveFocus(body.current, -1) });
}

function moveFocus(body: HTMLElement | null, distance: number): void {
  const rows = [...(body?.querySelectorAll<HTMLElement>("tr[data-row]") ?? [])];
  const current = rows.findIndex((row) => row.contains(document.activeElement));
  const start = current < 0 && distance < 0 ? rows.length : current;
  const row = rows[Math.max(0, Math.min(rows.length - 1, start + distance))];
  if (!row) return;
  const link = row.querySelector<HTMLElement>("a[data-row-link]");
  if (!link) row.tabIndex = -1;
  (link ?? row).focus();
}
