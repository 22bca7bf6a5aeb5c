// `npm run bench`: throughput of the product compared with an upper limit and a naive implementation, in one run.
// `npm run bench -- storage`, `-- mcp`, `-- search` or `-- console` runs one part. `-- team` takes half an hour,
// so it runs only when named; `--seconds`, `--rates` and `--replicas` make it shorter.
require("./prepare.cjs").prepare();
require("./build-server.cjs").buildServer();

const { spawnSync } = require("node:child_process");
const path = require("node:path");
const { ROOT } = require("./prepare.cjs");

const PARTS = ["storage", "mcp", "search", "console"];
const ONLY_BY_NAME = ["team"];
const [first, ...rest] = process.argv.slice(2);
const isPart = [...PARTS, ...ONLY_BY_NAME].includes(first);
const options = isPart || first === undefined ? rest : [first, ...rest];

for (const part of isPart ? [first] : PARTS) {
  const file = path.join(ROOT, "test", "bench", `${part}.ts`);
  const program = ["--import", "tsx", file, ...options];
  const { status } = spawnSync(process.execPath, program, { cwd: ROOT, stdio: "inherit" });
  if (status !== 0) process.exitCode = status ?? 1;
}
