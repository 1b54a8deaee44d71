import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { themeCssPlugin } from './build/theme-css.ts';

const server = 'http://localhost:4600';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), themeCssPlugin()],
  // The production CSP has no data: for anything, so small assets stay files.
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    sourcemap: false,
    manifest: true,
    assetsInlineLimit: 0,
    rolldownOptions: {
      // The product, and a report alone for the frame of another site.
      input: ['index.html', 'embed.html'].map((page) => `${import.meta.dirname}/${page}`),
      output: {
        // What every chunk needs is one chunk: else each screen that is added cuts it into smaller ones, for all of them.
        codeSplitting: { groups: [{ name: 'base', test: /node_modules\/(react|react-dom|scheduler|zod)\// }] },
      },
    },
  },
  server: {
    port: 4601,
    strictPort: true,
    proxy: Object.fromEntries(['/api', '/auth', '/healthz', '/dev'].map((path) => [path, server])),
  },
});
