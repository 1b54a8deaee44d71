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
      // The product, and the page of a single report that other sites embed.
      input: ['index.html', 'embed.html'].map((page) => `${import.meta.dirname}/${page}`),
      output: {
        // One chunk for the code that every chunk needs. Otherwise each new screen would split it further.
        codeSplitting: { groups: [{ name: 'base', test: /node_modules\/(react|react-dom|scheduler|zod)\// }] },
      },
    },
  },
  server: {
    port: 4601,
    strictPort: true,
    proxy: Object.fromEntries(['/api', '/auth', '/brand', '/healthz', '/dev'].map((path) => [path, server])),
  },
});
