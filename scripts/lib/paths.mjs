import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root of the repository, independent of the working directory. */
export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
export const inRoot = (...parts) => path.join(root, ...parts);

/** The Node installed by npm; this script may run on an older one. */
export const node24 = inRoot('node_modules/node/bin/node');

/** Scratch files of these scripts, such as locks and logs. Ignored by git. */
export const cacheDir = inRoot('.cache');
