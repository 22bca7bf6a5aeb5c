/** Marks UTF-8, without which spreadsheets take it for an older encoding. */
const BYTE_ORDER_MARK = "\uFEFF";

/** The name of a file of today: `plans-2026-01-31.csv`. */
function datedName(name: string, now: Date): string {
  const day = [now.getFullYear(), now.getMonth() + 1, now.getDate()];
  return `${name}-${day.map((part) => String(part).padStart(2, "0")).join("-")}.csv`;
}

export function saveCsv(name: string, text: string): void {
  const url = URL.createObjectURL(
    new Blob([BYTE_ORDER_MARK, text], { type: "text/csv;charset=utf-8" }),
  );
  const link = document.createElement("a");
  link.href = url;
  link.download = datedName(name, new Date());
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
