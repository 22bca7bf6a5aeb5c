// Replaces the model worker: one-dimensional vectors, and a crash on demand.
import { appendFileSync, existsSync } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";

const { modelDirectory: journal } = workerData;
appendFileSync(journal, "start\n");

parentPort.on("message", (text) => {
  appendFileSync(journal, `${text}\n`);
  if (text === "die") process.exit(3);
  if (text === "die once" && !existsSync(`${journal}.died`)) {
    appendFileSync(`${journal}.died`, "");
    throw new Error("I die.");
  }
  if (text === "bad") parentPort.postMessage({ problem: "A bad text." });
  else setTimeout(() => parentPort.postMessage({ vector: Float32Array.of(text.length) }), 5);
});
