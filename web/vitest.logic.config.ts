import { defineConfig } from 'vitest/config';
import { leftOut, properties, shared } from '../vitest.shared.ts';

/** Tests that need no document, which are most of them, run without jsdom. */
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
