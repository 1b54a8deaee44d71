import path from 'node:path';
import { packageProgram } from './build-web.mjs';
import { inRoot, node24 } from './paths.mjs';
import { runShown } from './run.mjs';
import { counted, readJson } from './test-counts.mjs';
import { keepDurations } from './test-durations.mjs';

const countsOf = (report) => report && { passed: report.numPassedTests, failed: report.numFailedTests };

const durationsOf = ({ testResults }) =>
  testResults.map(({ name, startTime, endTime, assertionResults }) => ({
    file: path.relative(inRoot(), name),
    ms: Math.round(endTime - startTime),
    tests: assertionResults.map(({ fullName, duration }) => ({ title: fullName, ms: Math.round(duration ?? 0) })),
  }));

/** Unit and database tests of all packages, by Vitest. */
export const unitTests = async ({ results, env, all }) => {
  const file = path.join(results, 'vitest.json');
  const program = packageProgram('.', 'vitest', 'vitest.mjs');
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${file}`];
  const chosen = all ? [] : ['--tags-filter=!long'];
  const code = await runShown(node24, [program, 'run', ...chosen, ...reporters], { env });
  const report = readJson(file);
  if (report) keepDurations('unit', durationsOf(report));
  return counted(code, countsOf(report));
};
