import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { themeCssPlugin } from '../build/theme-css.ts';

/** Pages with single components, for benchmarks and manual tests. Not part of the product. */
export default defineConfig({
  root: join(import.meta.dirname, 'grid'),
  publicDir: join(import.meta.dirname, '../public'),
  plugins: [react(), themeCssPlugin()],
  build: {
    outDir: join(import.meta.dirname, '../../.cache/harness-grid'),
    emptyOutDir: true,
    assetsInlineLimit: 0,
  },
});
