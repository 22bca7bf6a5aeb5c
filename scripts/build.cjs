// `npm run build`: builds the console, the board and the server bundle.
require("./prepare.cjs").prepare();
require("./build-console.cjs").buildConsole();
require("./build-board.cjs").buildBoard();
require("./build-server.cjs").buildServer();
