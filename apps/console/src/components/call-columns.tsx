import type { Replies } from "../api/api.ts";
import { CallOutcome } from "./call-outcome.tsx";
import type { Column } from "./data-table.tsx";
import { RelativeTime } from "./relative-time.tsx";

export type ToolCall = Replies["toolCall"]["list"]["toolCalls"][number];

export const CALL_COLUMNS = {
  outcome: { id: "outcome", header: "Outcome", cell: CallOutcome },
  client: {
    id: "client",
    header: "Client",
    className: "hidden min-w-44 max-w-44 truncate lg:table-cell",
    cell: ({ clientName, clientVersion }) => `${clientName ?? "unknown"} ${clientVersion ?? ""}`,
  },
  duration: {
    id: "duration",
    header: "Duration",
    className: "hidden whitespace-nowrap text-right tabular-nums sm:table-cell",
    cell: ({ durationMs }) => `${durationMs.toLocaleString()} ms`,
  },
  at: { id: "at", header: "When", cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
} as const satisfies Record<string, Column<ToolCall>>;
