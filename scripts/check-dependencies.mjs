// The product's packages come from the registry, over https, in exactly the locked bytes and versions, under an allowed licence; each
// direct dependency has a reason in docs/dependencies.md, and their number is limited.
import { readFileSync } from 'node:fs';
import { isAllowed, listDirect, listPackages } from './lib/machine/dependencies.mjs';
import { inRoot, root } from './lib/paths.mjs';

const MAX_DIRECT = 60;
/** The version on the registry has vulnerabilities that are fixed only in releases published elsewhere. */
const NEVER = ['xlsx'];

const packages = listPackages(root);
const direct = listDirect(root);
const reasons = new Set(
  [...readFileSync(inRoot('docs/dependencies.md'), 'utf8').matchAll(/^\| `([^`]+)` +\|/gm)].map(([, name]) => name),
);

const problems = [
  ...packages
    // Without an address it comes from the configured registry; its bytes are locked all the same.
    .filter(({ resolved }) => resolved !== null && !resolved.startsWith('https://registry.npmjs.org/'))
    .map(({ path, resolved }) => `${path} comes from ${resolved}, not from the registry`),
  ...packages.filter(({ integrity }) => integrity === null).map(({ path }) => `${path} is locked without its bytes`),
  ...packages
    .filter(({ licence }) => !isAllowed(licence))
    .map(({ path, licence }) => `${path} is under ${licence ?? 'no licence'}`),
  ...packages.filter(({ name }) => NEVER.includes(name)).map(({ path }) => `${path} must not be used`),
  ...[...direct]
    .filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
    .map(([name, version]) => `${name}: ${version} is no exact version`),
  ...[...direct.keys()]
    .filter((name) => !reasons.has(name))
    .map((name) => `${name} has no reason in docs/dependencies.md`),
  ...[...reasons]
    .filter((name) => !direct.has(name))
    .map((name) => `docs/dependencies.md gives a reason for ${name}, which is not used`),
];
if (direct.size > MAX_DIRECT) problems.push(`${direct.size} packages are named directly, at most ${MAX_DIRECT} may be`);

for (const line of problems) console.error(line);
console.log(`${packages.length} packages, ${direct.size} of them named directly, ${problems.length} problems`);
process.exitCode = problems.length === 0 ? 0 : 1;
