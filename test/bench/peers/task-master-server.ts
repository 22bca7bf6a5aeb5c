import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { type Contestant, instructionsOf, type Settings } from "./contestant.ts";
import { startStdioServer } from "./stdio-client.ts";

const SCRIPT = fileURLToPath(
  new URL("node_modules/task-master-ai/dist/mcp-server.js", import.meta.url),
);
const TASKS = 500;

export interface TaskTexts {
  readonly details: string;
  readonly testStrategy: string;
}

/** Its MCP server on a file of 500 tasks, all pending when a measurement starts. */
export async function startTaskMaster({ folder }: Settings, texts: TaskTexts): Promise<Contestant> {
  writeProject(folder);
  const server = await startStdioServer({
    script: SCRIPT,
    environment: { TASK_MASTER_TOOLS: "all", TASK_MASTER_PROJECT_ROOT: folder },
    folder,
  });
  let lastId = "";
  return {
    serverPid: server.pid,
    async prepare(pairs) {
      if (pairs > TASKS) throw new Error(`There are only ${TASKS} tasks.`);
      writeTasks(folder, texts);
      lastId = "";
    },
    async pair() {
      const reply = await server.call("next_task", { projectRoot: folder });
      const id = taskIn(reply.content[0]?.text);
      if (id === lastId) throw new Error(`Task ${id} was handed out again after it was done.`);
      lastId = id;
      await server.call("set_task_status", { projectRoot: folder, id, status: "done" });
    },
    close: server.close,
  };
}

function taskIn(text = ""): string {
  const { data } = JSON.parse(text) as { data?: { nextTask?: { id: number | string } } };
  if (!data?.nextTask) throw new Error(`next_task handed out nothing: ${text.slice(0, 200)}`);
  return String(data.nextTask.id);
}

function writeProject(folder: string): void {
  mkdirSync(path.join(folder, ".taskmaster", "tasks"), { recursive: true });
  const model = { provider: "anthropic", modelId: "unused", maxTokens: 1000, temperature: 0 };
  writeJson(path.join(folder, ".taskmaster", "config.json"), {
    models: { main: model, research: model, fallback: model },
    // No network or API key is needed, and telemetry is off.
    global: { logLevel: "error", anonymousTelemetry: false, projectName: "bench" },
  });
  writeJson(path.join(folder, ".taskmaster", "state.json"), { currentTag: "master" });
}

function writeTasks(folder: string, texts: TaskTexts): void {
  const tasks = Array.from({ length: TASKS }, (_, index) => ({
    id: index + 1,
    title: `Aspect ${index + 1}`,
    description: instructionsOf(index + 1),
    status: "pending",
    dependencies: [],
    priority: "medium",
    ...texts,
    subtasks: [],
  }));
  const now = new Date().toISOString();
  const metadata = { created: now, updated: now, description: "Tasks to work on" };
  writeJson(path.join(folder, ".taskmaster", "tasks", "tasks.json"), {
    master: { tasks, metadata },
  });
}

function writeJson(file: string, value: unknown): void {
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);
}
