import type { EntryShape } from "./client-definition.ts";

/** What a row of the table of clients has unless it says otherwise. */
export function clientRow() {
  return { addCommand: null, installLink: null, isPassingEnvironment: false } as const;
}

export function json<Key extends string>(serversKey: Key, shape: EntryShape) {
  return { ...clientRow(), syntax: "json", serversKey, shape } as const;
}

export const PLAIN_STDIO = { command: "command", args: "args", env: "env" } as const;

/** Entries without a key that says which kind they are. */
export function plain(url: "url" | "httpUrl" | "serverUrl", initial: Keys = {}): EntryShape {
  return { stdio: { ...PLAIN_STDIO, initial }, http: { url, initial } };
}

/** Entries whose key "type" says which kind they are. */
export function typed(stdio: string, http: string, initial: Keys = {}): EntryShape {
  return {
    stdio: { ...PLAIN_STDIO, fixed: { type: stdio }, initial },
    http: { fixed: { type: http }, url: "url", initial },
  };
}

export function gooseShape(): EntryShape {
  const initial = {
    name: "trovella",
    description: "Research with plans",
    enabled: true,
    timeout: 300,
  };
  return {
    stdio: { fixed: { type: "stdio" }, initial, command: "cmd", args: "args", env: "envs" },
    http: { fixed: { type: "streamable_http" }, initial, url: "uri" },
  };
}

/** opencode and its forks: JSON with comments, in which `{env:NAME}` stands for a variable. */
export function opencodeLike(name: string) {
  // In milliseconds; it would wait five seconds for the list of tools, too short for a first start.
  const initial = { enabled: true, timeout: 30_000 };
  return {
    ...json("mcp", {
      stdio: {
        fixed: { type: "local" },
        initial,
        command: "command",
        args: null,
        env: "environment",
      },
      http: { fixed: { type: "remote" }, initial, url: "url" },
    }),
    files: {
      user: [`<config>/${name}/${name}.json`],
      project: `${name}.json`,
      otherNames: [`${name}.jsonc`],
    },
    isPassingEnvironment: true,
    expands: /\{(env|file):/,
    forwardVariables: forward("environment", (variable) => `{env:${variable}}`),
    tokenKeys: bearer("{env:TROVELLA_TOKEN}"),
  } as const;
}

const DOLLAR = /\$[A-Za-z_{]/;

export function dollarBraces(env: string) {
  return {
    expands: DOLLAR,
    forwardVariables: forward(env, (variable) => `\${${variable}}`),
    tokenKeys: bearer(`\${TROVELLA_TOKEN}`),
  };
}

export function dollarEnv(env: string) {
  return {
    expands: DOLLAR,
    forwardVariables: forward(env, (variable) => `\${env:${variable}}`),
    tokenKeys: bearer(`\${env:TROVELLA_TOKEN}`),
  };
}

export function dollar(env: string) {
  return {
    expands: DOLLAR,
    forwardVariables: forward(env, (variable) => `$${variable}`),
    tokenKeys: bearer("$TROVELLA_TOKEN"),
  };
}

/** Nothing says that it replaces variables, so nothing relies on it; a value that might be replaced is refused. */
export function noVariables() {
  return { expands: DOLLAR, forwardVariables: null, tokenKeys: null };
}

function forward(env: string, reference: (variable: string) => string) {
  return (variables: readonly string[]) => {
    const pairs = variables.map((variable) => `"${variable}": "${reference(variable)}"`);
    return `add ${pairs.join(", ")} to its "${env}"`;
  };
}

function bearer(value: string) {
  return { headers: { Authorization: `Bearer ${value}` } };
}

type Keys = Readonly<Record<string, unknown>>;

export function restart(name: string, further?: string) {
  const more = further === undefined ? "" : `; ${further}`;
  return {
    nextStep: {
      user: `restart ${name}${more}.`,
      project: `restart ${name} in this folder and allow the server if it asks.`,
    },
    signIn: `Then ${name} asks you to sign in: your browser opens.`,
  };
}
