// All tests that need a browser share one: `node --test page.test.mjs`, with the environment that the parts name.
import "./demo_tests.mjs";
import "./page_tests.mjs";
import "./search_tests.mjs";
