import type { McpClient } from "@trovella/testing/mcp/mcp-client";
import type { RecordedCall, Size } from "./transcript.ts";
import { sizeOf, totalOf } from "./transcript.ts";

/** The tasks; `resume` is the part of `deep` in which a new conversation finds its way back. */
export const TASKS = ["scan", "deep", "resume", "follow-up"] as const;
export type TaskName = (typeof TASKS)[number];

export interface TaskFigures {
  readonly calls: number;
  readonly bookkeeping: number;
  readonly written: Size;
  readonly read: Size;
}

export interface Figures {
  readonly tasks: Readonly<Record<TaskName, TaskFigures>>;
  /** Tools and instructions, which clients send to the model with every conversation. */
  readonly definitions: Size;
  /** The pages of the skills that a task has to read. */
  readonly skills: Readonly<Record<"scan" | "deep" | "resume", Size>>;
}

export function figuresOf(calls: readonly RecordedCall[]): TaskFigures {
  return {
    calls: calls.length,
    bookkeeping: calls.filter(({ isBookkeeping }) => isBookkeeping).length,
    written: totalOf(calls.map(({ written }) => written)),
    read: totalOf(calls.map(({ read }) => read)),
  };
}

/** What clients pass on to the model: of a tool its name, description and input schema. */
export async function sizeOfDefinitions({ client }: McpClient): Promise<Size> {
  const { tools } = await client.listTools();
  const definitions = tools.map(({ name, description, inputSchema }) =>
    sizeOf(JSON.stringify({ name, description, inputSchema })),
  );
  return totalOf([...definitions, sizeOf(client.getInstructions() ?? "")]);
}
