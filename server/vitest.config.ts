import { defineConfig } from 'vitest/config';
import { shared } from '../vitest.shared.ts';

export default defineConfig({
  test: {
    ...shared,
    name: 'server',
    // The app is loaded once per worker, not once per file: it keeps nothing of a database beside what is built for it.
    isolate: false,
    experimental: { viteModuleRunner: false, nodeLoader: false },
    include: ['src/**/*.test.ts', 'seed/**/*.test.ts'],
    globalSetup: ['src/testing/global-setup.ts'],
    provide: { wholeSweep: false },
  },
});
