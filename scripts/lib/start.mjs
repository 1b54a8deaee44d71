import { buildWeb } from './build-web.mjs';
import { install } from './machine/install.mjs';
import { ended, forwardSignals } from './run.mjs';
import { runMain } from './say.mjs';
import { startServer } from './server.mjs';

const main = async () => {
  forwardSignals();
  await install();
  await buildWeb();
  return ended(startServer());
};

await runMain(main);
