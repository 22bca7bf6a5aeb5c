import { quickCall, slowCall } from "./extraction.ts";
import { failures } from "./failures.ts";
import { loop } from "./loop.ts";
import { asciiPages, unicodePages } from "./pages.ts";
import type { Scenario } from "./scenario.ts";

export const SCENARIOS = {
  loop,
  asciiPages,
  unicodePages,
  failures,
  quickCall,
  slowCall,
} as const satisfies Record<string, Scenario>;

export type ScenarioName = keyof typeof SCENARIOS;

export type { Move } from "./scenario.ts";
