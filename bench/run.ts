import { globSync } from 'node:fs';
import { basename } from 'node:path';

/** `npm run bench -- <question>`: one run, its figures as ratios inside that run. */
const files = globSync('*/*.bench.ts', { cwd: import.meta.dirname });
const fileOf = new Map(files.map((file) => [basename(file, '.bench.ts'), file]));
const [question = ''] = process.argv.slice(2);
const file = fileOf.get(question);

if (file !== undefined) await import(`./${file}`);
else {
  console.error(`Name a question: npm run bench -- ${[...fileOf.keys()].toSorted().join(' | ')}`);
  process.exitCode = 1;
}
