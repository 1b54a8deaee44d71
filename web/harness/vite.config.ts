import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { themeCssPlugin } from '../build/theme-css.ts';

/** Pages that are no part of the product: pieces of it on their own, for the benches and for looking at them. */
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
