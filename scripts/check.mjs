// npm run check: every check that needs no running product.
//   node scripts/check.mjs [--all] [--only <name>]... [--json <file>]   (or PACELINE_RESULT_FILE=<file>)
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { node24, root } from './lib/paths.mjs';

const PACKAGES = ['contract', 'server', 'web', 'e2e', 'bench'];

const node = (name, ...args) => ({ name, command: node24, args });
/** Our own checks end with a line of their results, worth reading even on success. */
const own = (name) => ({ ...node(name, `scripts/check-${name}.mjs`), summary: true });
const bin = (name, tool, ...args) => node(name, `node_modules/.bin/${tool}`, ...args);

/** The longest first, so that the short ones fill the gaps. Those marked slow run with `--all` only. */
const CHECKS = [
  own('bundle'),
  // With types: the checker has read every file by then, and a second one would read them all again.
  bin('lint', 'oxlint', '--type-check', '--format', 'unix'),
  bin('format', 'oxfmt', '--check', '.'),
  ...PACKAGES.map((folder) => ({
    ...node(`types-${folder}`, 'node_modules/typescript-native/bin/tsc', '-p', folder),
    slow: true,
  })),
  node('types-scripts', 'node_modules/typescript-native/bin/tsc', '-p', 'scripts'),
  bin('law', 'depcruise', ...PACKAGES),
  { ...node('law-planted', 'scripts/law/planted.mjs'), slow: true },
  own('natives'),
  own('dependencies'),
  own('env'),
  own('clock'),
  own('sizes'),
  own('tests'),
  own('names'),
  own('paths'),
  own('exports'),
];

const run = ({ command, args }) =>
  new Promise((resolve) => {
    const started = performance.now();
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    const output = [];
    const finish = (passed) =>
      resolve({ passed, output: output.join(''), ms: Math.round(performance.now() - started) });
    child.stdout.on('data', (chunk) => output.push(chunk));
    child.stderr.on('data', (chunk) => output.push(chunk));
    child.on('error', (error) => {
      output.push(`${error.message}\n`);
      finish(false);
    });
    child.on('close', (code) => finish(code === 0));
  });

const report = ({ name, summary }, { passed, output, ms }) => {
  const text = output.trimEnd();
  if (passed) console.log(`ok  ${name}  (${ms})${summary ? `  ${text.split('\n').at(-1)}` : ''}`);
  else console.log(`FAIL ${name}  (${ms})\n${text}`);
};

const { values } = parseArgs({
  options: { only: { type: 'string', multiple: true }, json: { type: 'string' }, all: { type: 'boolean' } },
});
const isChosen = ({ name, slow = false }) => values.only?.includes(name) ?? (values.all || !slow);
const chosen = CHECKS.filter(isChosen);
if (chosen.length === 0) {
  console.error(`There is no such check. There are: ${CHECKS.map(({ name }) => name).join(', ')}`);
  process.exit(2);
}

const waiting = [...chosen];
const failures = [];
const lane = async () => {
  for (let check = waiting.shift(); check; check = waiting.shift()) {
    const result = await run(check);
    report(check, result);
    if (!result.passed) failures.push(check.name);
  }
};
await Promise.all(Array.from({ length: Math.min(availableParallelism(), 4) }, lane));

const failed = failures.length;
const passed = chosen.length - failed;
const resultFile = values.json ?? process.env.PACELINE_RESULT_FILE;
if (resultFile) writeFileSync(resultFile, JSON.stringify({ passed, failed, failures }));
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
