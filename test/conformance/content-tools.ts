import { type FixtureTool, fixtureTool, textResult } from "./fixture-tool.ts";
import { PNG_BASE64, WAV_BASE64 } from "./samples.ts";

const image = { type: "image" as const, data: PNG_BASE64, mimeType: "image/png" };

/** One tool for each kind of content a result may have. */
export const CONTENT_TOOLS: readonly FixtureTool[] = [
  fixtureTool("test_simple_text", () => textResult("A plain text.")),
  fixtureTool("test_image_content", () => ({ content: [image] })),
  fixtureTool("test_audio_content", () => ({
    content: [{ type: "audio", data: WAV_BASE64, mimeType: "audio/wav" }],
  })),
  fixtureTool("test_embedded_resource", () => ({
    content: [embedded("test://embedded-resource", "text/plain", "A text inside a resource.")],
  })),
  fixtureTool("test_multiple_content_types", () => ({
    content: [
      { type: "text", text: "A text, a picture and a resource:" },
      image,
      embedded("test://mixed-content-resource", "application/json", '{"value":123}'),
    ],
  })),
  fixtureTool("test_error_handling", () => ({
    ...textResult("This tool fails on purpose."),
    isError: true,
  })),
  fixtureTool("test_custom_headers", () => textResult("No header is mirrored here.")),
  fixtureTool("json_schema_2020_12_tool", () => textResult("The schema is what counts."), {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    $defs: {
      address: {
        $anchor: "addressDef",
        type: "object",
        properties: { street: { type: "string" }, city: { type: "string" } },
      },
    },
    properties: {
      name: { type: "string" },
      address: { $ref: "#/$defs/address" },
      contactMethod: { type: "string", enum: ["phone", "email"] },
      phone: { type: "string" },
      email: { type: "string" },
    },
    allOf: [{ anyOf: [{ required: ["phone"] }, { required: ["email"] }] }],
    if: { properties: { contactMethod: { const: "phone" } }, required: ["contactMethod"] },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema, not a promise.
    then: { required: ["phone"] },
    else: { required: ["email"] },
    additionalProperties: false,
  }),
];

function embedded(uri: string, mimeType: string, text: string) {
  return { type: "resource" as const, resource: { uri, mimeType, text } };
}
