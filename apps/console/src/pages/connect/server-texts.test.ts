import { localInstructions, teamInstructions } from "@trovella/connect";
import { expect, it } from "vitest";
import { isTranslated } from "./server-texts.ts";

const MACHINE = { platform: "linux", home: "/home/ada", environment: {}, cwd: "/work" } as const;
const SERVER = { transport: "stdio", command: "node", args: ["mcp"], env: {} } as const;

it("has a translation for all that the server says about clients", () => {
  const installation = {
    version: "1.0.0",
    command: "npx trovella" as const,
    stdioServer: () => ({ server: SERVER, withheldVariable: null }),
    httpUrl: () => "http://127.0.0.1:5000/mcp",
  };
  const clients = [
    ...localInstructions("http://127.0.0.1:5000", MACHINE, installation),
    ...teamInstructions("https://trovella.example"),
  ];
  const missing = clients.filter(({ nextStep, name }) => !isTranslated(nextStep, name));
  expect(missing.map(({ nextStep }) => nextStep)).toEqual([]);
});
