import fs from 'node:fs';
import path from 'node:path';
import { packageProgram } from '../build-web.mjs';
import { node24 } from '../paths.mjs';
import { runQuiet } from '../run.mjs';
import { PlainError, say } from '../say.mjs';

/** The same engine without a window: a page costs little more than half of the full browser. */
const SHELL = '/usr/lib/chromium/chromium-headless-shell';
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const MAC_PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

const onPath = () =>
  (process.env.PATH ?? '').split(path.delimiter).flatMap((folder) => NAMES.map((name) => path.join(folder, name)));

const findShell = () => (fs.existsSync(SHELL) ? SHELL : null);

const findInstalled = () => {
  const candidates = [...onPath(), ...(process.platform === 'darwin' ? MAC_PLACES : [])];
  return candidates.find((file) => fs.existsSync(file)) ?? null;
};

/** The browser named by the operator is used, or refused; never silently replaced. */
const findNamed = () => {
  const named = process.env.PACELINE_CHROMIUM;
  if (!named) return null;
  if (fs.existsSync(named)) return named;
  throw new PlainError(`PACELINE_CHROMIUM names ${named}, which does not exist: correct it, or leave it out.`);
};

const canUseApt = () => process.getuid?.() === 0 && fs.existsSync('/usr/bin/apt-get');

const installWithApt = async (name) => {
  if (!canUseApt()) return;
  say(`Installing ${name} with apt-get ...`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await runQuiet('apt-get', ['update'], { env });
  await runQuiet('apt-get', ['install', '-y', '--no-install-recommends', name], { env });
};

const findOrInstall = async () => {
  if (!findShell()) await installWithApt('chromium-headless-shell');
  if (!findShell() && !findInstalled()) await installWithApt('chromium');
  return findShell() ?? findInstalled();
};

export const playwrightProgram = () => packageProgram('e2e', '@playwright/test', 'cli.js');

const installWithPlaywright = async () => {
  say("Installing Playwright's own Chromium ...");
  const { code } = await runQuiet(node24, [playwrightProgram(), 'install', 'chromium']);
  return code === 0;
};

/**
 * The environment that selects the browser for the tests: the headless shell where it is or can be installed, else a full browser. Empty
 * where Playwright has its own.
 */
export const chromiumEnv = async () => {
  const file = findNamed() ?? (await findOrInstall());
  if (file) return { PACELINE_CHROMIUM: file };
  if (await installWithPlaywright()) return {};
  throw new PlainError(
    'No Chromium was found and none could be installed: install Chromium or Chrome, or name it in PACELINE_CHROMIUM.',
  );
};
