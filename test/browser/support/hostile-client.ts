import {
  filledWith,
  freeTexts,
  type Schema,
  type TextField,
  textFields,
  textsIn,
} from "@trovella/testing/mcp/free-text";
import {
  connectHttp,
  type McpClient,
  type Reply,
  ToolError,
} from "@trovella/testing/mcp/mcp-client";
import { inputSchema } from "@trovella/testing/mcp/tool-texts";
import { PAYLOADS } from "./payloads.ts";

/** What reached which field, by the numbers of the payloads. */
interface Reached {
  readonly sent: Set<number>;
  readonly stored: Set<number>;
}

/** Only the names of the skills are accepted. */
const SKILL_NAME = "get_skill.name";
/** Concurrent calls. */
const LANES = 8;
/** How many payloads every field of every tool gets, sensible or not. */
const IN_EVERY_FIELD = 6;

export interface Tally {
  readonly fields: ReadonlyMap<string, Reached>;
  /** Texts with payloads in them, by what became of them. */
  stored: number;
  refused: number;
  /** By the error's code. */
  readonly refusals: Map<string, number>;
}

/** An AI client that keeps count of what it sends, field by field. */
export interface HostileClient {
  readonly tally: Tally;
  /** Every field of every tool that takes free text. */
  readonly fields: readonly TextField[];
  /** The reply, or null if the call was refused. */
  send<T extends object = Reply>(tool: string, input: object): Promise<T | null>;
  /** The reply; fails if the call was refused. */
  must<T extends object = Reply>(tool: string, input: object): Promise<T>;
  /** Calls every tool with payloads wherever it takes text. */
  sweep(): Promise<void>;
  close(): Promise<void>;
}

export async function connectHostile(address: string): Promise<HostileClient> {
  const { client, call, close } = await connectHttp(address, { name: PAYLOADS[0] ?? "" });
  const { tools } = await client.listTools();
  const schemas = new Map<string, Schema>(tools.map(({ name }) => [name, inputSchema(name)]));
  const fields = [...schemas].flatMap(([name, schema]) =>
    textFields(schema).map((field) => {
      const path = `${name}.${field.path}`;
      return { ...field, path, isFree: field.isFree && path !== SKILL_NAME };
    }),
  );
  const reached = new Map<string, Reached>(
    fields.map(({ path }) => [path, { sent: new Set(), stored: new Set() }]),
  );
  const tally: Tally = { fields: reached, stored: 0, refused: 0, refusals: new Map() };

  async function must<T extends object>(tool: string, input: object): Promise<T> {
    const texts = textsIn(schemas.get(tool) ?? {}, input)
      .map(([path, text]) => [reached.get(`${tool}.${path}`), payloadsIn(text)] as const)
      .filter(([, numbers]) => numbers.length > 0);
    for (const [field, numbers] of texts) for (const number of numbers) field?.sent.add(number);
    try {
      const reply = await call<T>(tool, input);
      for (const [field, numbers] of texts) for (const number of numbers) field?.stored.add(number);
      tally.stored += texts.length;
      return reply;
    } catch (error) {
      if (error instanceof ToolError) {
        tally.refused += texts.length;
        tally.refusals.set(error.code, (tally.refusals.get(error.code) ?? 0) + 1);
      }
      throw error;
    }
  }
  async function send<T extends object>(tool: string, input: object): Promise<T | null> {
    return must<T>(tool, input).catch((error: unknown) => {
      if (!(error instanceof ToolError) || error.code === "INTERNAL") throw error;
      return null;
    });
  }
  return {
    tally,
    fields,
    must,
    send,
    async sweep() {
      for (const [tool, schema] of schemas) {
        await inLanes(PAYLOADS.slice(0, IN_EVERY_FIELD), async (payload) => {
          await send(tool, filledWith(payload, schema) as object);
          await send(tool, freeTexts(schema, payload));
        });
      }
    },
    close,
  };
}

/** Clients that call themselves by the payloads. */
export async function callAsEach(address: string, payloads: readonly string[]): Promise<void> {
  await inLanes(payloads, async (payload) => {
    const client: McpClient = await connectHttp(address, { name: payload, version: payload });
    await client.call("list_active_plans", { limit: 1 });
    await client.close();
  });
}

/** Does the work for each, several at a time. */
export async function inLanes<Item, Result>(
  items: readonly Item[],
  work: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const entries = items.entries();
  const lane = async () => {
    for (const [index, item] of entries) results[index] = await work(item, index);
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return results;
}

const known = new Map<string, readonly number[]>();

/** Which payloads a text holds. A short one is one of them, or the beginning of one. */
function payloadsIn(text: string): readonly number[] {
  const found = known.get(text) ?? search(text);
  known.set(text, found);
  return found;
}

const IN_EXPRESSIONS = PAYLOADS.map((payload) =>
  payload.replaceAll("\\", "\\\\").replaceAll('"', '\\"'),
);

function search(text: string): number[] {
  return [...PAYLOADS.entries()].flatMap(([number, payload]) => {
    const isWhole = text.includes(payload) || text.includes(IN_EXPRESSIONS[number] ?? "");
    return isWhole || (text.length > 9 && payload.startsWith(text)) ? [number] : [];
  });
}
