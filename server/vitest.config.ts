import { defineConfig } from 'vitest/config';
import { properties, shared, sweep } from '../vitest.shared.ts';

export default defineConfig({
  test: {
    ...shared,
    name: 'server',
    setupFiles: [properties],
    // The app is loaded once per worker, not once per file: it keeps nothing of a database beside what is built for it.
    isolate: false,
    // Node runs the sources as they are: nothing is transformed, and nothing of it is mocked.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    include: ['src/**/*.test.ts', 'seed/**/*.test.ts'],
    globalSetup: ['src/testing/global-setup.ts'],
    provide: { sweep },
  },
});
