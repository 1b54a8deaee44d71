// Documents name files and folders, which may be renamed or moved: every path between back-ticks and every link of ARCHITECTURE.md,
// CONTRIBUTING.md and each README.md must exist.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path/posix';
import { sourceFiles } from './law/source-files.mjs';
import { inRoot } from './lib/paths.mjs';

const DOCUMENTS = ['ARCHITECTURE.md', 'CONTRIBUTING.md', ...sourceFiles('**/README.md')];
const PACKAGES = '{contract,server,web,e2e,bench,scripts,docs}';

/** Files, and folders without a slash at the end, from the root and from every folder below it. */
const existing = sourceFiles(`${PACKAGES}/**/*`);
/** How many files or folders end with this path: a short form must match exactly one. */
const countEnding = (path) => existing.filter((one) => one.endsWith(`/${path}`)).length;

const EXTENSION = /\.(ts|tsx|mjs|js|css|sql|md|html|json|tsv|sha256)$/;
const PATH = /^[\w.-]+(\/[\w.-]+)*\/?$/;
/** `x.rules.ts`, `x-page.tsx`: the placeholder name in CONTRIBUTING for files of a kind. */
const PLACEHOLDER = /(^|\/)x[.-]/;
/** Written by commands when they run. */
const MADE = /^(data|dist)\//;
const isPath = (token) =>
  PATH.test(token) &&
  (token.includes('/') || EXTENSION.test(token)) &&
  !token.startsWith('.') &&
  !PLACEHOLDER.test(token);

const tokensOf = (line) => [...line.matchAll(/`([^`]+)`/g)].map(([, token]) => token);
const linksOf = (line) =>
  [...line.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link]) => link.split('#')[0])
    .filter((link) => !/^(\w+:|$)/.test(link));

/** Why a token matches nothing; undefined where it matches exactly one path. */
const problemOf = (token, folder) => {
  const path = normalize(token).replace(/\/$/, '');
  if (existsSync(inRoot(path)) || existsSync(inRoot(folder, path))) return undefined;
  const count = countEnding(path);
  if (count === 1) return undefined;
  return count === 0 ? 'there is no such path' : `${count} paths end like this: write it from the root`;
};

/** Fenced text contains drawings and commands. */
const withoutFences = (text) => text.replace(/^```[\s\S]*?^```/gm, (fence) => fence.replace(/[^\n]/g, ''));

let seen = 0;
const problems = DOCUMENTS.flatMap((document) => {
  const folder = dirname(document);
  return withoutFences(readFileSync(inRoot(document), 'utf8'))
    .split('\n')
    .flatMap((line, index) => {
      const tokens = tokensOf(line).filter((token) => isPath(token) && !MADE.test(token));
      const links = linksOf(line);
      seen += tokens.length + links.length;
      const wrong = [
        ...tokens.map((token) => [token, problemOf(token, folder)]),
        ...links.map((link) => [link, existsSync(inRoot(join(folder, link))) ? undefined : 'the link leads nowhere']),
      ];
      return wrong.flatMap(([name, why]) => (why ? [`${document}:${index + 1}: ${name}: ${why}`] : []));
    });
});

for (const problem of problems) console.error(problem);
console.log(`${DOCUMENTS.length} documents, ${seen} paths and links, ${problems.length} lead nowhere`);
process.exitCode = problems.length === 0 ? 0 : 1;
