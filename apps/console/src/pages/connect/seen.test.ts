import { describe, expect, it } from "vitest";
import { callsOf, strangers } from "./seen.ts";

const CLAUDE = { clientInfoPrefixes: ["claude-code"] };
const VSCODE = { clientInfoPrefixes: ["visual studio code"] };
const caller = (clientName: string | null) => ({
  clientName,
  calls: 1,
  errors: 0,
  lastCallAt: "2026-01-01T00:00:00Z",
});

describe("who has called", () => {
  it("is known by how its name begins, in large or small letters", () => {
    const callers = [caller("Claude-Code/2.1"), caller("Visual Studio Code"), caller(null)];
    expect(callsOf(CLAUDE, callers)).toEqual([callers[0]]);
    expect(callsOf(VSCODE, callers)).toEqual([callers[1]]);
  });

  it("is a stranger otherwise, also without a name", () => {
    const callers = [caller("claude-code"), caller("my-agent"), caller(null)];
    expect(strangers([CLAUDE, VSCODE], callers)).toEqual(callers.slice(1));
  });
});
