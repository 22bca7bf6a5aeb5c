import { accessSync, constants, readFileSync } from "node:fs";
import path from "node:path";
import { defaultDataDirectory } from "@trovella/db/embedded";
import { z } from "zod";
import { CommandFailure, EXIT } from "./exit.ts";
import { readSecretFile } from "./services/local-secret.ts";
import { isLoopbackUrl, isSecureOrigin } from "./team-config.ts";
import { writeFileAtomically } from "./write-file-atomically.ts";

/** The team whose data is in the embedded PostgreSQL of a data directory. */
export interface StoredTeam {
  readonly publicUrl: string;
  /** On which it was served last, so that a proxy or a tunnel finds it again. */
  readonly port?: string | undefined;
}

type Environment = Record<string, string | undefined>;

const FILE = "team.json";
const MAX_CHARACTERS = 10_000;
const SHAPE = z.object({
  publicUrl: z.string().max(2_000).refine(isSecureOrigin),
  port: z
    .string()
    .regex(/^\d{1,5}$/)
    .optional(),
});

/**
 * The settings of the team in the data directory, as far as the environment leaves them open: `serve --team` asks once, and
 * every command finds the answers. Nothing where there is no team, or where DATABASE_URL names another database.
 */
export function teamVariables(environment: Environment): Environment {
  if (environment.DATABASE_URL) return {};
  const directory = teamDirectory(environment);
  const team = readTeam(directory);
  if (!team) return {};
  if (environment.TROVELLA_MODE === "local") throw belongsToTeam(directory);
  const TROVELLA_SECRET = readSecretFile(directory) ?? undefined;
  const variables = { ...variablesOfTeam(team), TROVELLA_SECRET };
  const open = Object.entries(variables).filter(([name, value]) => value && !environment[name]);
  return Object.fromEntries(open);
}

export function teamDirectory(environment: Environment): string {
  return defaultDataDirectory(environment);
}

export function variablesOfTeam(team: StoredTeam): Environment {
  return {
    TROVELLA_MODE: "team",
    TROVELLA_TEAM_DATABASE: "embedded",
    TROVELLA_PUBLIC_URL: team.publicUrl,
    PORT: team.port,
  };
}

export function readTeam(directory: string): StoredTeam | null {
  const file = path.join(directory, FILE);
  const text = readText(file);
  if (text === null) return null;
  const parsed = text.length <= MAX_CHARACTERS ? SHAPE.safeParse(parseJson(text)) : null;
  if (parsed?.success) return parsed.data;
  // Without it the data would be served to anybody, as in local mode.
  throw new CommandFailure(
    `${file} is damaged, so that it is not known at which URL people sign in. Next: remove the file and run \`trovella serve --team\`, which asks for the URL again; all data is kept.`,
    EXIT.notConfigured,
  );
}

export async function writeTeam(directory: string, team: StoredTeam): Promise<void> {
  const text = `${JSON.stringify(team, null, 2)}\n`;
  await writeFileAtomically(path.join(directory, FILE), Buffer.from(text), { isReplacing: true });
}

/** A URL of this computer names the port itself. */
export function loopbackPort(publicUrl: string): string | undefined {
  return isLoopbackUrl(publicUrl) ? new URL(publicUrl).port || undefined : undefined;
}

function belongsToTeam(directory: string): CommandFailure {
  return new CommandFailure(
    `The data in ${directory} belongs to a team, whose members sign in, but TROVELLA_MODE is local, which has no sign-in. Next: unset TROVELLA_MODE; or choose another TROVELLA_DATA_DIR; or, to give everything back to one local user, remove ${FILE} there.`,
    EXIT.notConfigured,
  );
}

function readText(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return null;
    // Of a directory of another user neither this file nor the data can be read; whatever needs the data says so.
    if (code === "EACCES" && !isAccessible(path.dirname(file))) return null;
    throw new CommandFailure(
      `${file} could not be read: ${code}. Next: run the command as the user whom the file belongs to.`,
    );
  }
}

function isAccessible(directory: string): boolean {
  try {
    accessSync(directory, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
