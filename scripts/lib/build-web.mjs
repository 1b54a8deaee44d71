import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { hashOf, readStamp } from './machine/hash.mjs';
import { withLock } from './machine/lock.mjs';
import { inRoot, node24 } from './paths.mjs';
import { lastLines, runQuiet } from './run.mjs';
import { PlainError, say, seconds } from './say.mjs';

const webDir = inRoot('web');
const stampFile = path.join(webDir, 'dist/.paceline-build');

const INPUTS = [
  'web/src',
  'web/build',
  'web/public',
  'web/index.html',
  'web/embed.html',
  'web/vite.config.ts',
  'web/tsconfig.json',
  'contract/src',
  'package-lock.json',
];

const isBuilt = () => readStamp(stampFile) === hashOf(INPUTS);

/** The program of a package, found from a workspace: npm may have put it there or in the root. */
export const packageProgram = (workspace, name, file) =>
  path.join(path.dirname(createRequire(inRoot(workspace, 'package.json')).resolve(`${name}/package.json`)), file);

export const viteProgram = () => packageProgram('web', 'vite', 'bin/vite.js');

const buildNow = async () => {
  if (isBuilt()) return;
  const since = Date.now();
  say('Building the web (only needed when it changes) ...');
  fs.rmSync(stampFile, { force: true });
  const stamp = hashOf(INPUTS);
  const { code, output } = await runQuiet(node24, [viteProgram(), 'build'], { cwd: webDir });
  if (code !== 0) throw new PlainError(`${lastLines(output)}\nThe web could not be built: read the message above.`);
  fs.writeFileSync(stampFile, stamp);
  say(`Web built in ${seconds(since)}.`);
};

/** Builds the web when its sources changed since the last time. */
export const buildWeb = async () => {
  if (isBuilt()) return;
  await withLock('web-build', 'Waiting for another run that builds the web ...', buildNow);
};
