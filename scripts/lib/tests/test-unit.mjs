import path from 'node:path';
import { packageProgram } from '../build-web.mjs';
import { inRoot, node24 } from '../paths.mjs';
import { runShown } from '../run.mjs';
import { counted, failuresOf, readJson } from './test-counts.mjs';
import { keepDurations } from './test-durations.mjs';

const countsOf = ({ numPassedTests, numFailedTests }) => ({ passed: numPassedTests, failed: numFailedTests });

const filesOf = ({ testResults }) =>
  testResults.map(({ name, status, startTime, endTime, assertionResults }) => ({
    file: path.relative(inRoot(), name),
    ms: Math.round(endTime - startTime),
    isFailed: status === 'failed' && assertionResults.every((test) => test.status !== 'failed'),
    tests: assertionResults.map(({ fullName, duration, status: result }) => ({
      title: fullName,
      ms: Math.round(duration ?? 0),
      isFailed: result === 'failed',
    })),
  }));

/** Unit and database tests of all packages, by Vitest. */
export const unitTests = async ({ results, env, all }) => {
  const file = path.join(results, 'vitest.json');
  const program = packageProgram('.', 'vitest', 'vitest.mjs');
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${file}`];
  const chosen = all ? [] : ['--tags-filter=!long'];
  const code = await runShown(node24, [program, 'run', ...chosen, ...reporters], { env });
  const report = readJson(file);
  if (!report) return counted(code);
  const files = filesOf(report);
  keepDurations('unit', files);
  return { ...counted(code, countsOf(report)), failures: failuresOf(files) };
};
