// A file that does not fit into a reader's head is split by noun. Lines, as an editor counts them.
import { readFileSync } from 'node:fs';
import { sourceFiles, TEST_FILE } from './law/source-files.mjs';
import { inRoot } from './lib/paths.mjs';

const MAX_LINES = 400;
const MAX_LINES_OF_A_TEST = 600;

// What a tool writes, nobody reads.
const sizes = sourceFiles('{contract,server,web,e2e,bench}/**/*.{ts,tsx,css,sql}')
  .filter((path) => !path.endsWith('.generated.ts'))
  .map((path) => {
    const text = readFileSync(inRoot(path), 'utf8');
    return { path, lines: text.split('\n').length - (text.endsWith('\n') ? 1 : 0) };
  });

const tooLong = sizes.filter(({ path, lines }) => lines > (TEST_FILE.test(path) ? MAX_LINES_OF_A_TEST : MAX_LINES));
for (const { path, lines } of tooLong) console.error(`${path}: ${lines} lines`);

const ascending = sizes.map(({ lines }) => lines).toSorted((a, b) => a - b);
const at = (share) => ascending[Math.floor((ascending.length - 1) * share)] ?? 0;
console.log(`${sizes.length} files, median ${at(0.5)} lines, 90th percentile ${at(0.9)}, longest ${at(1)}`);
process.exitCode = tooLong.length === 0 ? 0 : 1;
