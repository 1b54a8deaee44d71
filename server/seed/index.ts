/** Entry point of the scenarios: for starting and continuing a demo, and for filling databases in tests and benchmarks. */
export { DEMO_PASSWORD, DEMO_USERS } from './build/people.ts';
export { demoClientSystems } from './client-systems.ts';
export { keepUp } from './keep-up/keep-up.ts';
export { startKeepingUp } from './keep-up/start-keeping-up.ts';
export { type LoadSettings, loadScenario } from './load.ts';
export { withProgressBar } from './progress.ts';
export { type Random, makeRandom } from './random.ts';
export { writeScale } from './scale/load-scale.ts';
export { SCALE } from './scale/scale-size.ts';
export { SMALL_DEMO, SMALL_DEMO_NOW } from './small-demo.ts';
export { takeIndexes } from './write/indexes.ts';
export { writeEndpoints } from './write/leads/endpoints.ts';
export { openGates } from './write/leads/gates.ts';
