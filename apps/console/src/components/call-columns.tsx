import type { Replies } from "../api/api.ts";
import { numberText, t } from "../language/messages.ts";
import type { Column } from "./data-table.tsx";
import { Icon } from "./icon.tsx";
import { ShortTime } from "./lists/short-time.tsx";

export type ToolCall = Replies["toolCall"]["list"]["toolCalls"][number];

export const CALL_COLUMNS = {
  outcome: { header: t("Outcome"), cell: CallOutcome },
  client: {
    header: t("Client"),
    className: "hidden min-w-44 max-w-44 truncate lg:table-cell",
    cell: ({ clientName, clientVersion }) => `${clientName ?? t("unknown")} ${clientVersion ?? ""}`,
  },
  duration: {
    header: t("Duration"),
    className: "hidden whitespace-nowrap text-right tabular-nums sm:table-cell",
    cell: ({ durationMs }) => `${numberText(durationMs)} ms`,
  },
  at: { header: t("When"), cell: ({ createdAt }) => <ShortTime at={createdAt} /> },
} as const satisfies Record<string, Column<ToolCall>>;

function CallOutcome({ isError, errorCode }: { isError: boolean; errorCode: string | null }) {
  return (
    <span
      className={`inline-flex items-center gap-1.5 text-sm ${isError ? "text-bad" : "text-good"}`}
    >
      <Icon name={isError ? "failed" : "check"} />
      {isError ? (errorCode ?? t("Failed")) : t("Done")}
    </span>
  );
}
