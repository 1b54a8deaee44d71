import fc from 'fast-check';

/**
 * What properties are tried on: the same values in every `npm test`, so that a red run is about the change at hand; new ones
 * in `npm run test:all`, where a find is wanted and printed with its seed; those of the run with `--seed`.
 */
const QUICK_SEED = 1;
const { PACELINE_TEST_SEED: seedText, PACELINE_TESTS: kind } = process.env;
const seed = seedText === undefined ? (kind === 'quick' ? QUICK_SEED : undefined) : Number(seedText);

if (seed !== undefined) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed });
