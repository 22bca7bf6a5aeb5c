import { expect, it } from "vitest";
import { declaresBoard } from "./board-extension.ts";

const EXTENSION = "io.modelcontextprotocol/ui";

it("a client shows the board if it names the extension and our type of page", () => {
  const mimeTypes = ["text/plain", "text/html;profile=mcp-app"];
  expect(declaresBoard({ extensions: { [EXTENSION]: { mimeTypes } } })).toBe(true);
});

it.each([
  undefined,
  null,
  {},
  { extensions: {} },
  { extensions: { [EXTENSION]: {} } },
  { extensions: { [EXTENSION]: { mimeTypes: ["text/html"] } } },
  { extensions: { [EXTENSION]: { mimeTypes: "text/html;profile=mcp-app" } } },
  { extensions: { [EXTENSION]: null } },
])("a client with the capabilities %j does not", (capabilities) => {
  expect(declaresBoard(capabilities)).toBe(false);
});
