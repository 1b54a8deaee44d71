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

/** Files in an order by chance, the same for the same seed. Playwright sorts the files of a part, so there are several. */
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

/** What took longest in the last run starts first, so that no worker begins a long file when the other has nothing left. */
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

/** The files in the order in which they are to begin. */
export const orderedParts = (seed: string | undefined): Part[] =>
  seed === undefined ? longestFirst() : shuffledParts(seed);
