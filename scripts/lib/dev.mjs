import { viteProgram } from './build-web.mjs';
import { install } from './machine/install.mjs';
import { inRoot, node24 } from './paths.mjs';
import { ended, forwardSignals, start } from './run.mjs';
import { runMain } from './say.mjs';

const startWatchedServer = () =>
  start(node24, ['--watch', '--watch-preserve-output', inRoot('server/src/main.ts')], {
    env: { ...process.env, SERVE_WEB: 'off' },
    stdio: ['ignore', 'inherit', 'inherit'],
    // Sessions of their own, so that Ctrl-C in the terminal reaches each once, through us.
    detached: true,
  });

const startVite = () =>
  start(node24, [viteProgram()], { cwd: inRoot('web'), stdio: ['ignore', 'inherit', 'inherit'], detached: true });

const main = async () => {
  forwardSignals();
  await install();
  const both = [startWatchedServer(), startVite()];
  const allEnded = both.map(ended);
  const first = await Promise.race(allEnded);
  // Neither is useful alone: when one ends, the other is ended too.
  for (const child of both) child.kill('SIGTERM');
  await Promise.all(allEnded);
  return first;
};

await runMain(main);
