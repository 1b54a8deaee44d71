// The first load: the JavaScript that a browser fetches before the first route's own chunk: the product's entry and all its static imports.
// Dynamic imports come later.
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { buildWeb } from './lib/build-web.mjs';
import { inRoot } from './lib/paths.mjs';

const MAX_BYTES = 200 * 1000;

const inDist = (file) => inRoot('web/dist', file);

/** The scripts of the product's page and of their static imports, each once. */
const firstLoad = (manifest) => {
  const seen = new Set();
  const visit = (name) => {
    if (seen.has(name)) return;
    seen.add(name);
    for (const next of manifest[name].imports ?? []) visit(next);
  };
  visit('index.html');
  return [...seen].map((name) => manifest[name].file).filter((file) => file.endsWith('.js'));
};

const measure = () => {
  const files = firstLoad(JSON.parse(readFileSync(inDist('.vite/manifest.json'), 'utf8')));
  if (files.length === 0) throw new Error('The manifest of the build names no entry.');
  return files.map((file) => ({ file, bytes: gzipSync(readFileSync(inDist(file)), { level: 9 }).length }));
};

try {
  await buildWeb();
  const parts = measure();
  for (const { file, bytes } of parts) console.log(`${String(bytes).padStart(8)}  ${file}`);
  const total = parts.reduce((sum, { bytes }) => sum + bytes, 0);
  console.log(`${total} of ${MAX_BYTES} gzipped bytes of JavaScript before the first route`);
  process.exitCode = total > MAX_BYTES ? 1 : 0;
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
