// Validates data against an untrusted schema: compiling it, its patterns and the validation may take
// any time and memory, so it runs only here, in a thread that can be terminated. Plain JavaScript,
// since workers start without the loader that lets the server run TypeScript.
import { parentPort } from "node:worker_threads";
import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";

const MAX_ERRORS = 20;
const MAX_ERROR_CHARACTERS = 300;

parentPort?.on("message", (comparison) => {
  // Loading this program is done: from here on the time counts.
  parentPort.postMessage("started");
  parentPort.postMessage(check(comparison));
});

/** With a validator of its own, since schemas have ids that must not collide. */
function check({ schema, data, hasData }) {
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    logger: false,
    // Inherited properties, such as a constructor, are not data.
    ownProperties: true,
  });
  formats.default(ajv);
  let matches;
  try {
    matches = ajv.compile(withoutDialect(schema));
  } catch (error) {
    return { kind: "no_schema", problem: short(error instanceof Error ? error.message : "") };
  }
  try {
    if (!hasData || matches(data)) return { kind: "valid" };
  } catch {
    // A schema that refers to itself endlessly.
    return { kind: "too_costly" };
  }
  return { kind: "invalid", errors: matches.errors.slice(0, MAX_ERRORS).map(described) };
}

/** Older dialects are mostly the same; their differences are ignored. */
function withoutDialect({ $schema, ...schema }) {
  const isKnown = typeof $schema === "string" && /^https?:\/\/json-schema\.org\//.test($schema);
  return isKnown || $schema === undefined ? schema : { $schema, ...schema };
}

function described({ instancePath, message, params }) {
  const surplus = params?.additionalProperty ?? params?.unevaluatedProperty;
  const named = surplus === undefined ? "" : ` (${surplus})`;
  return short(`${instancePath || "/"} ${message ?? "does not fit"}${named}`);
}

function short(text) {
  const shown = text.toWellFormed().replace(/\p{C}/gu, "?");
  return shown.length > MAX_ERROR_CHARACTERS ? `${shown.slice(0, MAX_ERROR_CHARACTERS)}…` : shown;
}
