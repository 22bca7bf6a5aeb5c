import { spawn } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { withoutColours } from "../run/processes.ts";

const LOOK_MS = 500;
const SIGN_IN_MS = 90_000;
/** To its end, which a terminal may not show yet. */
const AUTHORIZATION =
  /https?:\/\/[\w.:-]+\/api\/auth\/oauth2\/authorize\?[\w%&=.+~*-]*resource=[\w%.-]+%2Fmcp/g;
const VISITED = "visited";

export interface SignIn {
  readonly command: readonly [string, ...string[]];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Typed into a terminal, each when the program shows that it waits for it. */
  readonly typed?: readonly TypedLine[];
  /** What the program says in the end, where it does not end by itself. */
  readonly success?: RegExp;
}

export interface TypedLine {
  readonly when: RegExp;
  readonly text: string;
}

export interface SignedIn {
  /** Null when it never asked. */
  readonly scopes: string | null;
  readonly isDone: boolean;
  readonly output: string;
}

/** The environment of a program in this home, with a browser. */
export function browserEnvironment(home: string): Record<string, string> {
  const nodeFolder = path.dirname(process.execPath);
  return {
    PATH: `${browserFolder(home)}:${nodeFolder}:/usr/local/bin:/usr/bin:/bin`,
    HOME: home,
    LANG: "C.UTF-8",
    TERM: "xterm-256color",
    // Without one, programs do not even try to open a browser.
    DISPLAY: ":99",
  };
}

/** A folder with the commands by which programs open a browser; these only note the address. */
function browserFolder(home: string): string {
  const folder = path.join(home, "browser");
  mkdirSync(folder, { recursive: true });
  for (const name of ["xdg-open", "x-www-browser", "sensible-browser"]) {
    const file = path.join(folder, name);
    writeFileSync(file, `#!/bin/sh\nprintf '%s\\n' "$1" >> "${path.join(home, VISITED)}"\n`);
    chmodSync(file, 0o755);
  }
  return folder;
}

/** Runs a program's sign-in; `allow` is the person in the browser it opens. */
export async function signIn(
  home: string,
  { command, cwd, env, typed, success }: SignIn,
  allow: (url: string) => Promise<void>,
): Promise<SignedIn> {
  const known = new Set(visitedIn(home));
  const [program, ...args] = typed ? inTerminal(command) : command;
  const child = spawn(program, args, { cwd, env, stdio: ["pipe", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += withoutColours(text);
    });
  }
  let code: number | null | undefined;
  child.on("exit", (exitCode) => {
    code = exitCode;
  });
  const lines = [...(typed ?? [])];
  let shown = 0;
  let scopes: string | null = null;
  const until = Date.now() + SIGN_IN_MS;
  while (Date.now() < until && code === undefined) {
    await sleep(LOOK_MS);
    if (lines[0]?.when.test(output.slice(shown))) {
      shown = output.length;
      await typeLine(child.stdin, lines.shift()?.text ?? "");
    }
    const url = [...visitedIn(home), ...authorizationsIn(output)].find((one) => !known.has(one));
    if (url) {
      known.add(url);
      scopes = new URL(url).searchParams.get("scope");
      await allow(url);
    }
    if (scopes !== null && success?.test(output)) break;
  }
  const isDone = scopes !== null && (success ? success.test(output) : code === 0);
  if (code === undefined) child.kill("SIGKILL");
  return { scopes, isDone, output };
}

/** The URLs that programs of this home opened. */
export function visitedIn(home: string): string[] {
  const file = path.join(home, VISITED);
  return existsSync(file) ? authorizationsIn(readFileSync(file, "utf8")) : [];
}

/** The addresses in it where a person is asked for consent. */
export function authorizationsIn(text: string): string[] {
  return text.match(AUTHORIZATION) ?? [];
}

const KEY_MS = 1_500;

/** A pause before Enter, since programs take a fast line for a pasted one. */
async function typeLine(stdin: NodeJS.WritableStream, text: string): Promise<void> {
  await sleep(KEY_MS);
  stdin.write(text);
  await sleep(KEY_MS);
  stdin.write("\r");
}

/** `script` of util-linux gives the program a terminal, wide enough for an address on one line. */
function inTerminal(command: readonly string[]): [string, ...string[]] {
  const quoted = command.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ");
  return ["script", "-qfec", `stty cols 600 rows 50; exec ${quoted}`, "/dev/null"];
}
