// `npm run build`: everything that is made of the sources before the server can be run from elsewhere.
require("./prepare.cjs").prepare();
require("./build-console.cjs").buildConsole();
require("./build-server.cjs").buildServer();
