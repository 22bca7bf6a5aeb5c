/** 20,000 requests of six organizations through three servers that share two connections to PostgreSQL: no reply leaks another organization's data. */
import { runTestsAsProof } from "./support/tests-as-proof.ts";

runTestsAsProof("pooled-tenants", {
  project: "e2e-commands",
  file: "test/e2e/pooled-tenants.test.ts",
});
