import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { root } from '../paths.mjs';

const filesUnder = (file) => {
  const stat = fs.statSync(file, { throwIfNoEntry: false });
  if (!stat) return [];
  if (!stat.isDirectory()) return [file];
  return fs
    .readdirSync(file)
    .toSorted()
    .flatMap((name) => filesUnder(path.join(file, name)));
};

/** One hash over the names and contents of files and folders (relative to the root), and further strings. */
export const hashOf = (files, words = []) => {
  const hash = createHash('sha256');
  for (const file of files.flatMap((name) => filesUnder(path.join(root, name)))) {
    const bytes = fs.readFileSync(file);
    // The length marks where a file ends, so that no two sets of files hash alike.
    hash.update(`${path.relative(root, file)}\0${bytes.length}\0`).update(bytes);
  }
  return hash.update(words.join('\0')).digest('hex');
};

export const readStamp = (file) => {
  try {
    return fs.readFileSync(file, 'utf8').trim();
  } catch {
    return null;
  }
};
