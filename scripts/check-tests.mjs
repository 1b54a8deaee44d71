// Every test belongs to `npm test`, to `npm run test:all`, or to both, by its name or its tag (CONTRIBUTING.md, "Tests"). A file that no
// runner looks for would never fail.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, matchesGlob } from 'node:path';
import vitest from '../vitest.config.ts';
import { sourceFiles } from './law/source-files.mjs';
import { inRoot } from './lib/paths.mjs';

/** A Vitest project is named by its folder or by its configuration. */
const configOf = (project) =>
  existsSync(inRoot(project, 'vitest.config.ts')) ? `${project}/vitest.config.ts` : project;

const includesOf = async (project) => {
  const file = configOf(project);
  const { default: config } = await import(inRoot(file));
  return config.test.include.map((pattern) => `${dirname(file)}/${pattern}`);
};

/** The patterns of all runners: the `include` of each Vitest project, and Playwright's folder. */
const LOOKED_FOR = [...(await Promise.all(vitest.test.projects.map(includesOf))).flat(), 'e2e/tests/*.spec.ts'];

/** Files that look like a test, by their name or their imports. */
const NAMED_LIKE_A_TEST = /\.(test|spec)\.\w+$/;
const TESTS_SOMETHING = /^import \{[^}]*\b(test|it)\b[^}]*\} from '(vitest|@playwright\/test)'/m;

const JOURNEY = /tag: '@journey'/;
/** The first needs a server of its own, which takes as long to start as a dozen journeys; the second needs more leads than `small` has. */
const WITHOUT_JOURNEY = ['e2e/tests/empty-installation.spec.ts', 'e2e/tests/returns.spec.ts'];

const read = (path) => readFileSync(inRoot(path), 'utf8');
const files = sourceFiles('{contract,server,web,e2e,bench,scripts}/**/*.{ts,tsx,mjs}');
const isLookedFor = (path) => LOOKED_FOR.some((pattern) => matchesGlob(path, pattern));

const isTest = (path) => NAMED_LIKE_A_TEST.test(path) || TESTS_SOMETHING.test(read(path));
const SUPPORT = /^(e2e\/support|server\/src\/testing)\//;
const lost = files.filter((path) => !SUPPORT.test(path) && isTest(path) && !isLookedFor(path));
const specs = files.filter((path) => matchesGlob(path, 'e2e/tests/*.spec.ts'));
const untravelled = specs.filter((path) => !WITHOUT_JOURNEY.includes(path) && !JOURNEY.test(read(path)));

for (const path of lost) console.error(`${path}: no runner looks for it`);
for (const path of untravelled) console.error(`${path}: none of its tests is a journey of npm test: tag: '@journey'`);

const tests = files.filter(isLookedFor);
const long = tests.filter((path) => /\.long\.test\.\w+$/.test(path));
console.log(`${tests.length} test files, ${long.length} of them for test:all only, ${lost.length} that nobody runs`);
process.exitCode = lost.length + untravelled.length === 0 ? 0 : 1;
