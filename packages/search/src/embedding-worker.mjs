// Plain JavaScript: a worker thread is started by Node itself, whatever runs or bundles the rest.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import { Tokenizer } from "@huggingface/tokenizers";

/** The model was trained on so many tokens; the rest of a longer text is left out. */
const MAX_TOKENS = 256;

const { modelDirectory, runtimeDirectory } = workerData;
// Fetched when it was first needed, so nothing can import it by its name.
const { InferenceSession, Tensor } = createRequire(path.join(runtimeDirectory, "-"))(
  "onnxruntime-node",
);
const readJson = (name) => JSON.parse(readFileSync(path.join(modelDirectory, name), "utf8"));
const tokenizer = new Tokenizer(readJson("tokenizer.json"), readJson("tokenizer_config.json"));
const session = await InferenceSession.create(path.join(modelDirectory, "model_quantized.onnx"), {
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
});

parentPort.on("message", async (text) => {
  try {
    const vector = await embed(text);
    parentPort.postMessage({ vector }, [vector.buffer]);
  } catch (error) {
    parentPort.postMessage({ problem: String(error?.message ?? error) });
  }
});

/** One text at a time: what others are computed beside it would change the vector a little. */
async function embed(text) {
  const ids = tokensOf(text);
  const tensor = (values) =>
    new Tensor("int64", BigInt64Array.from(values, BigInt), [1, ids.length]);
  const { last_hidden_state: state } = await session.run({
    input_ids: tensor(ids),
    attention_mask: tensor(ids.map(() => 1)),
    token_type_ids: tensor(ids.map(() => 0)),
  });
  return meanDirection(state.data, state.dims[2]);
}

/** The last token ends the text and stays. */
function tokensOf(text) {
  const { ids } = tokenizer.encode(text);
  if (ids.length <= MAX_TOKENS) return ids;
  return [...ids.slice(0, MAX_TOKENS - 1), ids[ids.length - 1]];
}

/** The mean of the tokens' vectors at length 1. */
function meanDirection(values, dimensions) {
  const sum = new Float32Array(dimensions);
  for (let index = 0; index < values.length; index += 1) sum[index % dimensions] += values[index];
  const length = Math.hypot(...sum);
  return sum.map((value) => value / length);
}
