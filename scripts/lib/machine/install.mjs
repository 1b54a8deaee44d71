import fs from 'node:fs';
import { hashOf, readStamp } from './hash.mjs';
import { withLock } from './lock.mjs';
import { npmCommand } from './npm.mjs';
import { inRoot, node24 } from '../paths.mjs';
import { lastLines, runQuiet } from '../run.mjs';
import { PlainError, say, seconds } from '../say.mjs';

const stampFile = inRoot('node_modules/.paceline-install');

const wanted = () => {
  const { workspaces } = JSON.parse(fs.readFileSync(inRoot('package.json'), 'utf8'));
  const manifests = ['.', ...workspaces].map((folder) => `${folder}/package.json`);
  return hashOf(['package-lock.json', ...manifests], [process.platform, process.arch]);
};

const isInstalled = () => readStamp(stampFile) === wanted() && fs.existsSync(node24);

const npm = (args) => {
  const call = npmCommand(args);
  return runQuiet(call.program, call.args, { env: call.env });
};

const installPackages = async () => {
  // All kinds of dependencies, because the web is built here: NODE_ENV=production would leave out the builder.
  const { code, output } = await npm(['ci', '--no-audit', '--no-fund', '--include=dev', '--include=optional']);
  if (code === 0) return;
  if (code === 127) throw new PlainError('The command npm was not found: install Node 20 or later, which brings npm.');
  throw new PlainError(
    `${lastLines(output)}\nnpm could not install the packages: read its message above, then start again.`,
  );
};

const isNode24 = async () => {
  if (!fs.existsSync(node24)) return false;
  const { code, output } = await runQuiet(node24, ['--version']);
  return code === 0 && output.startsWith('v24.');
};

/** The package `node` downloads its binary in an install script, which may be disabled on this machine. */
const ensureNode24 = async () => {
  if (await isNode24()) return;
  await npm(['rebuild', 'node', '--ignore-scripts=false']);
  if (await isNode24()) return;
  throw new PlainError(
    'npm did not bring Node 24 (the package node): allow install scripts (npm config set ignore-scripts false), then start again.',
  );
};

const installNow = async () => {
  if (isInstalled()) return;
  const since = Date.now();
  say('Installing packages (only needed when they change) ...');
  fs.rmSync(stampFile, { force: true });
  const stamp = wanted();
  await installPackages();
  await ensureNode24();
  fs.writeFileSync(stampFile, stamp);
  say(`Packages installed in ${seconds(since)}.`);
};

/** Installs if something changed since the last time; otherwise returns within milliseconds. */
export const install = async () => {
  if (isInstalled()) return;
  await withLock('install', 'Waiting for another run that installs packages ...', installNow);
};
