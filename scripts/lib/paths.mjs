import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the repository, wherever the command was called from. */
export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
export const inRoot = (...parts) => path.join(root, ...parts);

/** The Node that npm installed for us; the one that runs this script may be older. */
export const node24 = inRoot('node_modules/node/bin/node');

/** Scratch files of these scripts: locks and logs. Ignored by git. */
export const cacheDir = inRoot('.cache');
