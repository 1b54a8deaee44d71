import { contractLaw } from './contract.mjs';
import { serverLaw } from './server.mjs';
import { webLaw } from './web.mjs';
import { wholeLaw } from './whole.mjs';

/** Every rule of the import law. Each carries the breach that turns it red; `planted.mjs` sees to it that it does. */
export const law = [...contractLaw, ...serverLaw, ...webLaw, ...wholeLaw];
