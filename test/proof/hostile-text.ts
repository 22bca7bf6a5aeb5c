/** Over 400 XSS and markup payloads through every free-text field of the tools, checked on every page of the console in a real browser. */
import { runTestsAsProof } from "./support/tests-as-proof.ts";

runTestsAsProof("hostile-text", {
  project: "browser",
  file: "test/browser/hostile-text.test.ts",
});
