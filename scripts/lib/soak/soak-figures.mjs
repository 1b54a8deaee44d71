import { packageProgram } from '../build-web.mjs';
import { install } from '../machine/install.mjs';
import { inRoot, node24 } from '../paths.mjs';
import { forwardSignals, runShown } from '../run.mjs';
import { runMain } from '../say.mjs';

/** Queries every screen of every owner under every filter, and the rows behind every figure. */
const main = async () => {
  forwardSignals();
  await install();
  const program = packageProgram('.', 'vitest', 'vitest.mjs');
  const args = [program, 'run', '--config', 'vitest.sweep.config.ts'];
  return runShown(node24, args, { cwd: inRoot('server') });
};

await runMain(main);
