import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: ['contract', 'server', 'web', 'scripts'],
    teardownTimeout: 5 * 60_000,
    coverage: {
      provider: 'v8',
      // From the folder of the project: the web's own sources, and none of its tests.
      include: ['src/**/*.{ts,tsx}'],
      exclude: ['src/**/*.test.{ts,tsx}', 'src/testing/**', 'src/test-setup.ts', 'src/**/*.d.ts'],
      reporter: ['text-summary', 'json-summary', 'html'],
      reportsDirectory: '.cache/coverage',
    },
  },
});
