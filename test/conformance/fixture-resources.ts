import { type ReadResourceResult, ResourceNotFoundError } from "@modelcontextprotocol/server";
import { PNG_BASE64 } from "./samples.ts";

const TEXTS: Readonly<Record<string, string>> = {
  "test://static-text": "A text that does not change.",
  "test://watched-resource": "A text that may be watched.",
  "test://example-resource": "A text to embed.",
};
const BINARY_URI = "test://static-binary";
const TEMPLATE = /^test:\/\/template\/([^/]+)\/data$/;

export const FIXTURE_RESOURCES = [
  ...Object.keys(TEXTS).map((uri) => described(uri, "text/plain")),
  described(BINARY_URI, "image/png"),
];

export const FIXTURE_TEMPLATES = [
  {
    uriTemplate: "test://template/{id}/data",
    name: "template",
    description: "Fixture of the conformance suite: a resource for each id",
    mimeType: "application/json",
  },
];

export function readFixtureResource(uri: string): ReadResourceResult {
  const text = Object.hasOwn(TEXTS, uri) ? TEXTS[uri] : undefined;
  if (text !== undefined) return { contents: [{ uri, mimeType: "text/plain", text }] };
  if (uri === BINARY_URI) return { contents: [{ uri, mimeType: "image/png", blob: PNG_BASE64 }] };
  const id = TEMPLATE.exec(uri)?.[1];
  if (id === undefined) throw new ResourceNotFoundError(uri);
  return { contents: [{ uri, mimeType: "application/json", text: JSON.stringify({ id }) }] };
}

function described(uri: string, mimeType: string) {
  const name = uri.slice("test://".length);
  return { uri, name, description: `Fixture of the conformance suite: ${name}`, mimeType };
}
