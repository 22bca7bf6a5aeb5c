import { randomUUID } from "node:crypto";
import { connectStdio, type McpClient } from "@trovella/testing/mcp/mcp-client";
import { capturePages } from "./captured-pages.ts";
import { type Figures, figuresOf, sizeOfDefinitions, type TaskFigures } from "./figures.ts";
import * as newWay from "./new-way.ts";
import * as oldWay from "./old-way.ts";
import { PAGES, sizeOfSkills } from "./skill-pages.ts";
import { type RecordedCall, Transcript } from "./transcript.ts";

/** A way to do the tasks: what the lost conversation of the deep one leaves behind, and what a follow-up finds. */
interface Way<Lost, Work, Earlier> {
  scan(transcript: Transcript): Promise<void>;
  deepBegin(transcript: Transcript): Promise<Lost>;
  deepResume(transcript: Transcript, lost: Lost): Promise<Work>;
  deepEnd(transcript: Transcript, work: Work): Promise<Earlier>;
  followUp(transcript: Transcript, earlier: Earlier): Promise<void>;
}

interface Server {
  /** Of an empty store. */
  readonly dataDirectory: string;
  /** The command to start, if not the one of this repository. */
  readonly program?: string;
}

/** The tasks with the calls that the skills teach. */
export async function runNewWay(server: Server): Promise<Figures> {
  const skills = sizeOfSkills(new URL("../../../skills/", import.meta.url), PAGES);
  await withClient(server, async () => capturePages(server.dataDirectory));
  return { ...(await runTasks(newWay, server)), skills };
}

/** The deep research again, without the claims that the skills teach. */
export async function runWithoutClaims(server: Server): Promise<TaskFigures> {
  const way = { ...newWay, deepBegin: newWay.deepBeginWithoutClaims };
  return (await runTasks(way, server)).tasks.deep;
}

/** The tasks with the calls that the skills of 0.1 taught. */
export function runOldWay(server: Server): Promise<Omit<Figures, "skills">> {
  return runTasks(oldWay, server);
}

/** Every conversation has a client and a server process of its own. */
async function runTasks<Lost, Work, Earlier>(
  way: Way<Lost, Work, Earlier>,
  server: Server,
): Promise<Omit<Figures, "skills">> {
  const session = `session-${randomUUID()}`;
  const scan = await converse(server, (transcript) => way.scan(transcript));
  const begun = await converse(server, (transcript) => way.deepBegin(transcript), session);
  // A client that was restarted names the same session, so that its step counts as left behind at once.
  const ended = await converse(
    server,
    async (transcript) => {
      const work = await way.deepResume(transcript, begun.outcome);
      const resumed = transcript.calls.length;
      return { resumed, earlier: await way.deepEnd(transcript, work) };
    },
    session,
  );
  const { resumed, earlier } = ended.outcome;
  const followUp = await converse(server, (transcript) => way.followUp(transcript, earlier));
  return {
    tasks: {
      scan: figuresOf(scan.calls),
      deep: figuresOf([...begun.calls, ...ended.calls]),
      resume: figuresOf(ended.calls.slice(0, resumed)),
      "follow-up": figuresOf(followUp.calls),
    },
    definitions: await withClient(server, sizeOfDefinitions),
  };
}

async function converse<T>(
  server: Server,
  task: (transcript: Transcript) => Promise<T>,
  session?: string,
): Promise<{ calls: readonly RecordedCall[]; outcome: T }> {
  return withClient(
    server,
    async (client) => {
      const transcript = new Transcript(client);
      return { outcome: await task(transcript), calls: transcript.calls };
    },
    session,
  );
}

async function withClient<T>(
  { dataDirectory, program }: Server,
  work: (client: McpClient) => Promise<T>,
  session?: string,
): Promise<T> {
  const environment = {
    TROVELLA_DATA_DIR: dataDirectory,
    ...(session ? { CLAUDE_CODE_SESSION_ID: session } : {}),
  };
  const client = await connectStdio(environment, {
    era: "2025-11-25",
    ...(program ? { program } : {}),
  });
  try {
    return await work(client);
  } finally {
    await client.close();
  }
}
