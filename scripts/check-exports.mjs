// An export means that another file needs it. One that no file imports is either dead or internal to its file.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import { sourceFiles } from './law/source-files.mjs';
import { inRoot } from './lib/paths.mjs';

const EXPORTED = /^export (?:declare )?(?:async )?(?:const|let|function\*?|class|interface|type|enum) (\w+)/gm;
const FROM = /(?:import|export)\s+(?:type\s+)?(?:\w+,\s*)?\{([^}]*)\}\s*from\s*'([^']+)'/g;
/** Dynamic imports: of one name where it is given, else of the whole file. */
const LOADED =
  /(?:\bimport\(|new URL\(|import\s+\*\s+as\s+\w+\s+from)\s*'([^']+)'(?:\s*\),\s*'(\w+)'|\)\.(?!then\b)(\w+))?/g;
const CONTRACT = '@paceline/contract';
/** Code that enumerates the whole contract finds its calls and lists by these. */
const ENUMERATED = /= (?:defineCall|defineList)\w*\(/;
/** Loaded by name by a runner, or generated for other programs. */
const ASKED_BY_NAME = /(?:\.config|-worker|\/global-setup|\.generated)\.ts$/;

const files = sourceFiles('{contract,server,web,e2e,bench}/**/*.{ts,tsx}');
const texts = new Map(files.map((file) => [file, readFileSync(inRoot(file), 'utf8')]));

/** `bench` imports files of the server by the name of its package. */
const targetOf = (from, name) =>
  name.startsWith('.') ? join(dirname(from), name) : name.replace('@paceline/server/', 'server/');
const nameOf = (clause) =>
  clause
    .trim()
    .replace(/^type\s+/, '')
    .split(/\s+as\s+/)[0];

const used = new Set();
for (const [file, text] of texts) {
  for (const [, clauses, from] of text.matchAll(FROM))
    for (const clause of clauses.split(',')) used.add(`${targetOf(file, from)} ${nameOf(clause)}`);
  for (const [, from, name, property] of text.matchAll(LOADED))
    used.add(`${targetOf(file, from)} ${name ?? property ?? '*'}`);
}

const isUsed = (file, name) =>
  used.has(`${file} ${name}`) ||
  used.has(`${file} *`) ||
  (file.startsWith('contract/') && used.has(`${CONTRACT} ${name}`));

const needless = [...texts].flatMap(([file, text]) =>
  [...text.matchAll(EXPORTED)]
    .filter(
      ([line, name]) =>
        !isUsed(file, name) &&
        !ASKED_BY_NAME.test(file) &&
        !ENUMERATED.test(text.slice(text.indexOf(line)).split('\n')[0]),
    )
    .map(([, name]) => ({ file, name, uses: text.match(new RegExp(`\\b${name}\\b`, 'g')).length - 1 })),
);

for (const { file, name, uses } of needless)
  console.error(`${file}: ${name} is exported and ${uses === 0 ? 'used nowhere' : 'used in its own file only'}`);
console.log(`${files.length} files, ${needless.length} needless exports`);
process.exitCode = needless.length === 0 ? 0 : 1;
