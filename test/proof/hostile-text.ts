/** Over 400 scripts and tricks of markup through every free-text field of the tools, looked at on every page of the console in a real browser */
import { runTestsAsProof } from "./support/tests-as-proof.ts";

runTestsAsProof("hostile-text", {
  project: "browser",
  file: "test/browser/hostile-text.test.ts",
});
