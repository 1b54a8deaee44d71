import fs from 'node:fs';
import path from 'node:path';
import { cacheDir } from '../paths.mjs';
import { say } from '../say.mjs';
import { readJson } from './test-counts.mjs';

const SHOWN = 10;

const fileOf = (kind) => path.join(cacheDir, `durations-${kind}.json`);

/** The duration of each file of a run, longest first. The next run starts the longest first. */
export const keepDurations = (kind, files) => {
  fs.mkdirSync(cacheDir, { recursive: true });
  fs.writeFileSync(fileOf(kind), JSON.stringify(files.toSorted((a, b) => b.ms - a.ms)));
};

/** Of an earlier run, longest first; empty without one. */
export const durationsOf = (kind) => readJson(fileOf(kind)) ?? [];

const line = ({ ms, name }) => `${(ms / 1000).toFixed(1).padStart(7)} s  ${name}`;

const sayLongest = (title, entries) => {
  say(`\n${title}`);
  for (const entry of entries.toSorted((a, b) => b.ms - a.ms).slice(0, SHOWN)) say(line(entry));
};

/** Prints the slowest files and tests of a run of these kinds. */
export const saySlowest = (kinds) => {
  const files = kinds.flatMap(durationsOf);
  if (files.length === 0) return;
  sayLongest(
    'The slowest files:',
    files.map(({ file, ms }) => ({ name: file, ms })),
  );
  sayLongest(
    'The slowest tests:',
    files.flatMap(({ file, tests }) => tests.map(({ title, ms }) => ({ name: `${file}: ${title}`, ms }))),
  );
};
