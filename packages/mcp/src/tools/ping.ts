import { z } from "zod";
import { defineTool } from "../define-tool.ts";
import { next } from "../fields.ts";

export const ping = defineTool({
  name: "ping",
  title: "Check the connection",
  description: "Checks the connection and who you are.",
  input: {},
  output: { message: z.string(), next },
  permission: "read",
  writes: "nothing",

  async run(_input, { caller }) {
    return {
      message: `Connected to Trovella as ${caller.userName} (${caller.userEmail}).`,
      next: "Call list_active_plans to resume research, or create_research_plan to start.",
    };
  },
});
