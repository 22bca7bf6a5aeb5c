// `npm run bench`: throughput of the product compared with an upper limit and a naive implementation, in one run.
const HELP = `npm run bench [-- PART [OPTIONS]]

Without a part all of them run, one after the other, except scale and team.

  storage   steps handed out and taken back per second, compared with a limit and a naive ORM
  mcp       the same through the real server over stdio and HTTP
  search    hybrid search compared with keyword search, with 10,000 and 100,000 chunks
            --sqlite  compares it with SQLite's FTS5 and sqlite-vec too; --searching  without storing
  console   lists and summaries of the console with 10,000 plans
  lists     every list of the API with its filters and orders, in multiples of \`select 1\` through the same API
  documents a report of about a hundred pages in every format: seconds, CPU and memory
  tax       calls, characters and tokens that recorded tasks cost a model, in 0.1 and now
            --record CHECKOUT  records the figures of 0.1 again, with a built checkout of it
  scale     calls with 100 and with 10,000 organizations of 100 plans in one database, or as many as the disk holds; takes an hour
            --organizations, --plans and --rounds make it shorter
  team      the highest rate of calls that 1, 2 and 3 servers sustain; takes half an hour
            --seconds, --rates and --replicas make it shorter
`;
if (process.argv.slice(2).some((word) => word === "--help" || word === "-h")) {
  process.stdout.write(HELP);
  process.exit();
}

require("./prepare.cjs").prepare();
require("./build-server.cjs").buildServer();

const { spawnSync } = require("node:child_process");
const path = require("node:path");
const { ROOT } = require("./prepare.cjs");

const PARTS = ["storage", "mcp", "search", "console", "lists", "documents", "tax"];
const ONLY_BY_NAME = ["scale", "team"];
const [first, ...rest] = process.argv.slice(2);
const isPart = [...PARTS, ...ONLY_BY_NAME].includes(first);
const options = isPart || first === undefined ? rest : [first, ...rest];

for (const part of isPart ? [first] : PARTS) {
  const file = path.join(ROOT, "test", "bench", `${part}.ts`);
  const program = ["--import", "tsx", file, ...options];
  const { status } = spawnSync(process.execPath, program, { cwd: ROOT, stdio: "inherit" });
  if (status !== 0) process.exitCode = status ?? 1;
}
