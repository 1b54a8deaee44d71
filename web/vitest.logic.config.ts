import { defineConfig } from 'vitest/config';
import { leftOut, properties, shared } from '../vitest.shared.ts';

/** What needs no document: most of the tests, and none of them pays for one. */
export default defineConfig({
  root: import.meta.dirname,
  test: {
    ...shared,
    name: 'web-logic',
    setupFiles: [properties],
    isolate: false,
    include: ['src/**/*.test.ts', 'build/**/*.test.ts'],
    exclude: [...leftOut, 'src/**/*.dom.test.ts'],
    restoreMocks: true,
    unstubGlobals: true,
  },
});
