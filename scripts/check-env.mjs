// Only server/src/config.ts may read the environment: a setting read elsewhere is neither validated at start nor documented, and a test
// cannot set it.
import { readFileSync } from 'node:fs';
import { sourceFiles } from './law/source-files.mjs';
import { inRoot } from './lib/paths.mjs';

const READER = 'server/src/config.ts';
/** `process.env`, `process['env']`, `const { env } = process` and `import { env } from 'node:process'`. */
const READS = [
  /\bprocess\s*\??\.\s*env\b/,
  /\bprocess\s*\[/,
  /\benv\b[^=;]*\}\s*=\s*process\b/,
  /\benv\b[^;]*\bfrom\s+['"](node:)?process['"]/,
];

const matches = sourceFiles('{contract/src,server/src,server/seed,web/src,bench}/**/*.{ts,tsx}')
  .filter((path) => path !== READER)
  .flatMap((path) =>
    readFileSync(inRoot(path), 'utf8')
      .split('\n')
      .flatMap((line, index) =>
        READS.some((pattern) => pattern.test(line)) ? [`${path}:${index + 1}: ${line.trim()}`] : [],
      ),
  );

for (const line of matches) console.error(line);
console.log(`${matches.length} readers of the environment besides ${READER}`);
process.exitCode = matches.length === 0 ? 0 : 1;
