import { install } from './machine/install.mjs';
import { forwardSignals } from './run.mjs';
import { runMain } from './say.mjs';

forwardSignals();
await runMain(install);
