import { defineConfig } from 'vitest/config';
import { SOAK_TEST_MS } from '../vitest.shared.ts';
import config from './vitest.config.ts';

/** Figures against each other for every owner, filter and row, of which the ordinary run asks a sample. Merging would add to the tests. */
export default defineConfig({
  ...config,
  test: {
    ...config.test,
    include: ['seed/check/{tie-out,rows-behind,onward-figures,leads-behind}.test.ts'],
    testTimeout: SOAK_TEST_MS,
    provide: { sweep: 'all' },
  },
});
