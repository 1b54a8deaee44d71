import { defineConfig } from 'vitest/config';
import { properties, shared } from '../vitest.shared.ts';

export default defineConfig({
  test: { ...shared, name: 'contract', setupFiles: [properties], isolate: false, include: ['src/**/*.test.ts'] },
});
