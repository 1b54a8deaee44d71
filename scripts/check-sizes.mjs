// A file or folder too large to read at once is split by noun. Lines are counted as in an editor.
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { sourceFiles, TEST_FILE } from './law/source-files.mjs';
import { inRoot } from './lib/paths.mjs';

const MAX_LINES = 400;
const MAX_LINES_OF_A_TEST = 600;
const MAX_FILES_OF_A_FOLDER = 25;

// Generated files are not read.
const sizes = sourceFiles('{contract,server,web,e2e,bench}/**/*.{ts,tsx,css,sql}')
  .filter((path) => !path.endsWith('.generated.ts'))
  .map((path) => {
    const text = readFileSync(inRoot(path), 'utf8');
    return { path, lines: text.split('\n').length - (text.endsWith('\n') ? 1 : 0) };
  });

const tooLong = sizes.filter(({ path, lines }) => lines > (TEST_FILE.test(path) ? MAX_LINES_OF_A_TEST : MAX_LINES));
for (const { path, lines } of tooLong) console.error(`${path}: ${lines} lines`);

// SQL is not counted: the schema is one folder with a file per noun.
const counted = sourceFiles('{contract,server,web,e2e,bench,scripts}/**/*.{ts,tsx,css,mjs}').filter(
  (path) => !TEST_FILE.test(path),
);
const folders = Object.entries(Object.groupBy(counted, (path) => dirname(path)));
const tooFull = folders.filter(([, files]) => files.length > MAX_FILES_OF_A_FOLDER);
for (const [folder, files] of tooFull) console.error(`${folder}: ${files.length} files; cut it by noun`);

const ascending = sizes.map(({ lines }) => lines).toSorted((a, b) => a - b);
const at = (share) => ascending[Math.floor((ascending.length - 1) * share)] ?? 0;
const fullest = Math.max(...folders.map(([, files]) => files.length));
console.log(
  `${sizes.length} files, median ${at(0.5)} lines, 90th percentile ${at(0.9)}, longest ${at(1)}; the fullest of ${folders.length} folders has ${fullest} files`,
);
process.exitCode = tooLong.length + tooFull.length === 0 ? 0 : 1;
