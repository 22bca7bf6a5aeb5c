// `npm run proof`: runs the long proofs in test/proof/, all or those named.
require("./prepare.cjs").prepare();
require("./build-server.cjs").buildServer();

const { runProofs } = require("./run-proofs.cjs");
process.exitCode = runProofs(process.argv.slice(2));
