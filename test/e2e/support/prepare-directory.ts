import { openDatabase } from "@trovella/db";
import { afterAll } from "vitest";
import { endFile } from "./end-of-file.ts";
import { testDirectory } from "./test-directory.ts";

// Before each test file: the data directory has a database that is running.
await (await openDatabase({ dataDirectory: testDirectory() })).close();
afterAll(endFile);
