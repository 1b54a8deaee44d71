// A test that measures time fails on a busy machine. Timeouts only end tests that hang: they are set in vitest.shared.ts and
// e2e/playwright.config.ts, and no test has its own.
import { readFileSync } from 'node:fs';
import { sourceFiles } from './law/source-files.mjs';
import { inRoot } from './lib/paths.mjs';

const JUDGES = [
  [
    /\btimeout: ?[\d_]+|\b(test|hook)Timeout\b|\basyncUtilTimeout\b|\.setTimeout\(|\btest\.slow\(/,
    'a limit of its own',
  ],
  [/^\s*\}, [\d_]{4,}\);/, 'a limit of its own'],
  [/\bvi\.wait(For|Until)\(/, 'waits a second and no longer: use expect.poll'],
  [/\bwaitForTimeout\(|\bawait (sleep|wait|delay)\(\d/, 'waits for a time instead of for what it wants to see'],
  [
    /\bperformance\.now\(|\bDate\.now\(\) - (?!\d)|process\.hrtime/,
    'measures time: count, or use process.threadCpuUsage',
  ],
];

const tests = sourceFiles('{contract/src,server/src,server/seed,web/src,web/build,e2e}/**/*.{test,spec}.{ts,tsx}');
const matches = tests.flatMap((path) =>
  readFileSync(inRoot(path), 'utf8')
    .split('\n')
    .flatMap((line, index) =>
      JUDGES.filter(([pattern]) => pattern.test(line)).map(([, why]) => `${path}:${index + 1}: ${why}: ${line.trim()}`),
    ),
);

for (const line of matches) console.error(line);
console.log(`${tests.length} test files, ${matches.length} judge by the clock`);
process.exitCode = matches.length === 0 ? 0 : 1;
