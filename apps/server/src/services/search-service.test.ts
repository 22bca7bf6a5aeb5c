import { describe, expect, it } from "vitest";
import { loadConfig } from "../config.ts";
import { embedderSettings } from "./search-service.ts";

describe("the embedder", () => {
  it("is the local one in the data directory when nothing is set", () => {
    const config = loadConfig({ TROVELLA_DATA_DIR: "/data" });
    expect(embedderSettings(config)).toEqual({ kind: "local", dataDirectory: "/data" });
  });

  it("can be none", () => {
    expect(settingsOf("none")).toEqual({ kind: "none" });
  });

  it.each([
    [
      "https://key%2F1@api.example/v1/?dimensions=1536#text/small:2",
      {
        baseUrl: "https://api.example/v1",
        model: "text/small:2",
        dimensions: 1536,
        apiKey: "key/1",
      },
    ],
    [
      "http://127.0.0.1:11434/v1?dimensions=768#nomic%20text",
      { baseUrl: "http://127.0.0.1:11434/v1", model: "nomic text", dimensions: 768 },
    ],
    [
      "https://:secret@api.example?dimensions=384#m",
      { baseUrl: "https://api.example", model: "m", dimensions: 384, apiKey: "secret" },
    ],
  ])("can be remote: %s", (url, settings) => {
    expect(settingsOf(url)).toEqual({ kind: "remote", ...settings });
  });
});

function settingsOf(value: string) {
  return embedderSettings(loadConfig({ TROVELLA_EMBEDDER: value }));
}
