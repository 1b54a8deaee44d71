import fs from 'node:fs';

export const ONE_PASSED = { passed: 1, failed: 0 };
export const ONE_FAILED = { passed: 0, failed: 1 };
export const NONE = { passed: 0, failed: 0 };
export const add = (a, b) => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
  failures: [...(a.failures ?? []), ...(b.failures ?? [])],
});

/** The names of failures: tests, and files that did not load. */
export const failuresOf = (files) =>
  files.flatMap(({ file, isFailed, tests }) => [
    ...(isFailed ? [file] : []),
    ...tests.filter((test) => test.isFailed).map(({ title }) => `${file}: ${title}`),
  ]);

/** The report of a program, or null where it ended before writing one. */
export const readJson = (file) => {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
};

/** A program that failed without a failed test (a file that does not load, a crash) counts as failed. */
export const counted = (code, counts) => {
  const reported = counts ?? (code === 0 ? ONE_PASSED : ONE_FAILED);
  return code !== 0 && reported.failed === 0 ? add(reported, ONE_FAILED) : reported;
};
