import { createHash } from 'node:crypto';
import fs from 'node:fs';

const LONGEST = 8;
const PARTS = 6;
const FOLDER = new URL('tests/', import.meta.url);
const DURATIONS = new URL('../.cache/durations-browser.json', import.meta.url);

interface Part {
  name: string;
  testMatch: string[];
}

const specFiles = (): string[] => fs.readdirSync(FOLDER).filter((name) => name.endsWith('.spec.ts'));

/** The files in random order, the same for the same seed. Playwright sorts the files within a project, so there are several projects. */
const shuffledParts = (seed: string): Part[] => {
  const place = (file: string): string => createHash('sha256').update(`${seed} ${file}`).digest('hex');
  const files = specFiles().toSorted((a, b) => place(a).localeCompare(place(b)));
  const size = Math.ceil(files.length / PARTS);
  return Array.from({ length: PARTS }, (_, part) => ({
    name: `part-${part + 1}`,
    testMatch: files.slice(part * size, (part + 1) * size),
  }));
};

const readDurations = (): string[] => {
  try {
    return (JSON.parse(fs.readFileSync(DURATIONS, 'utf8')) as { file: string }[]).map(({ file }) => file);
  } catch {
    return [];
  }
};

/** Starts the slowest files of the last run first, so that no worker starts a long file when the other is done. */
const longestFirst = (): Part[] => {
  const all = specFiles();
  const longest = readDurations()
    .map((file) => file.replace('e2e/tests/', ''))
    .filter((file) => all.includes(file))
    .slice(0, LONGEST);
  if (longest.length === 0) return [{ name: 'all', testMatch: all }];
  return [
    { name: 'longest', testMatch: longest },
    { name: 'others', testMatch: all.filter((file) => !longest.includes(file)) },
  ];
};

/** The files in starting order. */
export const orderedParts = (seed: string | undefined): Part[] =>
  seed === undefined ? longestFirst() : shuffledParts(seed);
