import { contractLaw } from './contract.mjs';
import { serverLaw } from './server.mjs';
import { webLaw } from './web.mjs';
import { wholeLaw } from './whole.mjs';

/** Every rule of the import law. Each has a breach that must fail; `planted.mjs` checks that it does. */
export const law = [...contractLaw, ...serverLaw, ...webLaw, ...wholeLaw];
