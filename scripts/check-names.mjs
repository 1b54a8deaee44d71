// Refused names. Differences between owners are rows, not ifs. A customer's name in product code is such an if, or soon will be: names
// belong to the scenarios, the tests and the table of variants.
import { readFileSync } from 'node:fs';
import { sourceFiles, TEST_FILE } from './law/source-files.mjs';
import { inRoot } from './lib/paths.mjs';

const VARIANTS = 'contract/src/core/access/owner-variants.ts';
const DEMO_OWNERS = ['hartwell', 'crestview', 'lakeshore', 'brendan', 'apex coding', 'homeright', 'home right'];
const REAL_OWNERS = ['lincoln', 'charter', 'dmsd', 'now remodeling', 'calbaptist', 'averett', 'hallmark'];
const NAMES = new RegExp(` (${[...DEMO_OWNERS, ...REAL_OWNERS].join('|')}) `);

/**
 * Calls and paths that other systems use in these spellings, so they stay. They only name a call: the variant decides who has such a
 * widget.
 */
const WIRE =
  /lincolnPacing(Campus|Program|Channel|Day)|pacingChannelSpendCharter|\/reporting\/(lincoln\/pacing|report\/lincolntech|pacing\/channel\/spend\/charter)/g;

/** `NOW_REMODELING`, `now-remodeling` and `nowRemodeling` are the same words; `chartError` names no Charter. */
const words = (line) =>
  ` ${line
    .replace(WIRE, '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[^A-Za-z]+/g, ' ')
    .toLowerCase()} `;

/** Variable and parameter names that do not say what they hold, such as a row, a question, an existing record. */
const PARTICIPLES = 'found|asked|known|told|made|given|kept|held|taken';
const NAMELESS = new RegExp(
  `\\b(?:const|let) (?:${PARTICIPLES})\\b|\\b(?:const|let) \\[(?:${PARTICIPLES})\\b|\\((?:${PARTICIPLES})(?:\\) =>|: )`,
);

/** The lines of files with refused names. */
const linesOf = (files, isRefused) =>
  files.flatMap((path) =>
    readFileSync(inRoot(path), 'utf8')
      .split('\n')
      .flatMap((line, index) => (isRefused(line) ? [`${path}:${index + 1}: ${line.trim()}`] : [])),
  );

const files = sourceFiles('{contract,server,web}/**/*.{ts,tsx,css,sql,html}').filter(
  (path) => path !== VARIANTS && !path.startsWith('server/seed/') && !TEST_FILE.test(path),
);
const owners = linesOf(files, (line) => NAMES.test(words(line)));
const code = sourceFiles('{contract,server,web,scripts,bench,e2e}/**/*.{ts,tsx,mjs}');
const nameless = linesOf(code, (line) => NAMELESS.test(line));

for (const line of [...owners, ...nameless]) console.error(line);
console.log(
  `${files.length} files, ${owners.length} lines name an owner, ${nameless.length} name a variable by a participle`,
);
process.exitCode = owners.length + nameless.length === 0 ? 0 : 1;
