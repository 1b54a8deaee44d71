import fc from 'fast-check';

/**
 * The seed of property tests. `npm test` always uses the same values, so that a failure comes from the change being tested.
 * `npm run test:all` uses new ones to find more, and a failure prints its seed. `--seed` repeats a run.
 */
const QUICK_SEED = 1;
const { PACELINE_TEST_SEED: seedText, PACELINE_TESTS: kind } = process.env;
const seed = seedText === undefined ? (kind === 'quick' ? QUICK_SEED : undefined) : Number(seedText);

if (seed !== undefined) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed });
