// `npm run build`: builds the console and the server bundle.
require("./prepare.cjs").prepare();
require("./build-console.cjs").buildConsole();
require("./build-server.cjs").buildServer();
