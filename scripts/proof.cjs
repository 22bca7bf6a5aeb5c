// `npm run proof`: the long campaigns in test/proof/, all of them or those named.
require("./prepare.cjs").prepare();
require("./build-server.cjs").buildServer();

const { runProofs } = require("./run-proofs.cjs");
process.exitCode = runProofs(process.argv.slice(2));
