import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

interface Chunk {
  file: string;
  isDynamicEntry?: boolean;
  imports?: string[];
}
type Manifest = Record<string, Chunk>;

/** Gzipped kilobytes of JavaScript that a browser without any of it loads for a screen. */
export type Sizes = Record<string, number>;

/** The chunk and everything that it imports statically. */
const reach = (manifest: Manifest, name: string, seen = new Set<string>()): Set<string> => {
  if (seen.has(name)) return seen;
  seen.add(name);
  for (const next of manifest[name]?.imports ?? []) reach(manifest, next, seen);
  return seen;
};

/** Of a build of the web: what comes before any screen, with the frame of the signed-in pages, and each screen with both. */
export const bundleSizes = (dist: string): Sizes => {
  const path = join(dist, '.vite/manifest.json');
  if (!existsSync(path)) throw new Error(`No build in ${dist}: run npm run check -- --only bundle first`);
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as Manifest;
  const kilobytes = (names: Iterable<string>): number => {
    const files = new Set([...names].map((name) => manifest[name]?.file ?? '').filter((file) => file.endsWith('.js')));
    const bytes = [...files].map((file) => gzipSync(readFileSync(join(dist, file)), { level: 9 }).length);
    return Math.round(bytes.reduce((sum, one) => sum + one, 0) / 100) / 10;
  };
  const first = reach(manifest, 'index.html');
  const shell = 'src/app/shell/shell.tsx';
  const inFrame = new Set([...first, ...reach(manifest, shell)]);
  const pages = Object.keys(manifest).filter((name) => name.endsWith('-page.tsx') && manifest[name]?.isDynamicEntry);
  return {
    'first load': kilobytes(first),
    frame: kilobytes(inFrame),
    ...Object.fromEntries(
      pages.toSorted().map((name) => {
        const label = name.replace(/^src\/features\//, '').replace(/-page\.tsx$/, '');
        return [label, kilobytes([...(label.startsWith('session/') ? first : inFrame), ...reach(manifest, name)])];
      }),
    ),
  };
};
