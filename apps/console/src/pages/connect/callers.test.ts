import { describe, expect, it } from "vitest";
import { callersOf } from "./callers.ts";

const CLAUDE = { clientInfoPrefixes: ["claude-code"] };
const VSCODE = { clientInfoPrefixes: ["visual studio code"] };
const caller = (clientName: string | null) => ({
  clientName,
  calls: 1,
  errors: 0,
  lastCallAt: "2026-01-01T00:00:00Z",
});

const OTHERS = { clientInfoPrefixes: [] };
const CLIENTS = [CLAUDE, VSCODE, OTHERS];

describe("the callers of a client", () => {
  it("are recognized by the beginning of their name, in any case", () => {
    const callers = [caller("Claude-Code/2.1"), caller("Visual Studio Code"), caller(null)];
    expect(callersOf(CLAUDE, CLIENTS, callers)).toEqual([callers[0]]);
    expect(callersOf(VSCODE, CLIENTS, callers)).toEqual([callers[1]]);
  });

  it("are those no other client matches, for the client without names", () => {
    const callers = [caller("claude-code"), caller("my-agent"), caller(null)];
    expect(callersOf(OTHERS, CLIENTS, callers)).toEqual(callers.slice(1));
  });
});
