import { defineConfig } from 'vitest/config';
import { SOAK_TEST_MS } from '../vitest.shared.ts';
import config from './vitest.config.ts';

/** Compares figures for every owner, filter and row; the ordinary run compares a sample. Not `mergeConfig`, which would add to `include`. */
export default defineConfig({
  ...config,
  test: {
    ...config.test,
    include: ['seed/check/{tie-out,rows-behind,onward-figures,leads-behind}.test.ts'],
    testTimeout: SOAK_TEST_MS,
    provide: { ...config.test?.provide, sweep: 'all' },
  },
});
