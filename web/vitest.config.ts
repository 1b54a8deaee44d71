import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { properties, shared } from '../vitest.shared.ts';
import { themeCssPlugin } from './build/theme-css.ts';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), themeCssPlugin()],
  test: {
    ...shared,
    name: 'web',
    // Tests that need a document. One jsdom per worker instead of one per file takes a third of the time.
    pool: 'vmThreads',
    environment: 'jsdom',
    environmentOptions: { jsdom: { url: 'http://localhost/' } },
    include: ['src/**/*.test.tsx', 'src/**/*.dom.test.ts'],
    setupFiles: [properties, 'src/test-setup.ts'],
    restoreMocks: true,
    unstubGlobals: true,
  },
});
