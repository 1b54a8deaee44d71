import { defineConfig } from 'vitest/config';
import { databases, properties, shared, sweep } from '../vitest.shared.ts';

export default defineConfig({
  test: {
    ...shared,
    name: 'server',
    setupFiles: [properties],
    // Loads the app once per worker instead of once per file. That is safe: it keeps no state of a database in its modules.
    isolate: false,
    // Node runs the sources directly, without transforming them; no test mocks modules.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    include: ['src/**/*.test.ts', 'seed/**/*.test.ts'],
    globalSetup: ['src/testing/global-setup.ts'],
    provide: { databases, sweep },
  },
});
