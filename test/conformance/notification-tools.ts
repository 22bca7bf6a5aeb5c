import { setTimeout as sleep } from "node:timers/promises";
import { type FixtureContext, type FixtureTool, fixtureTool, textResult } from "./fixture-tool.ts";

const PAUSE_MS = 50;

/** Tools that send notifications before their result, or to subscribers. */
export const NOTIFICATION_TOOLS: readonly FixtureTool[] = [
  fixtureTool("test_tool_with_logging", logThreeTimes),
  fixtureTool("test_logging_tool", logThreeTimes),
  fixtureTool("test_tool_with_progress", async (_input, { request: { mcpReq } }) => {
    const progressToken = mcpReq._meta?.progressToken;
    for (const progress of [0, 50, 100]) {
      if (progressToken !== undefined) {
        const params = { progressToken, progress, total: 100 };
        await mcpReq.notify({ method: "notifications/progress", params });
      }
      await sleep(PAUSE_MS);
    }
    return textResult("All progress was reported.");
  }),
  fixtureTool("test_trigger_tool_change", (_input, { notify }) => {
    notify.toolsChanged();
    return textResult("Subscribers were notified of changed tools.");
  }),
  fixtureTool("test_trigger_prompt_change", (_input, { notify }) => {
    notify.promptsChanged();
    return textResult("Subscribers were notified of changed prompts.");
  }),
  fixtureTool("test_reconnection", () => textResult("There is no stream to reconnect to.")),
];

async function logThreeTimes(_input: unknown, { request }: FixtureContext) {
  for (const message of ["started", "working", "finished"]) {
    await request.mcpReq.log("info", message);
    await sleep(PAUSE_MS);
  }
  return textResult("Three messages were logged.");
}
