// `npm run proof`: runs the long proofs in test/proof/, all or those named.
require("./prepare.cjs").prepare();
require("./build-server.cjs").buildServer();

const { runAllProofs, runProofs } = require("./run-proofs.cjs");
const args = process.argv.slice(2);
process.exitCode = args.includes("--all") ? runAllProofs(args) : runProofs(args);
