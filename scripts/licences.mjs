// npm run licences: the licences of the product's packages, and whether each is allowed.
import { isAllowed, listPackages } from './lib/machine/dependencies.mjs';
import { root } from './lib/paths.mjs';

const byLicence = Map.groupBy(listPackages(root), ({ licence }) => licence ?? 'no licence');
for (const [licence, packages] of [...byLicence].toSorted(([a], [b]) => a.localeCompare(b)))
  console.log(
    `${licence}: ${[...new Set(packages.map(({ name, version }) => `${name}@${version}`))].toSorted((a, b) => a.localeCompare(b)).join(' ')}`,
  );

const refused = [...byLicence.values()].flat().filter(({ licence }) => !isAllowed(licence));
for (const { name, version, licence } of refused)
  console.error(
    `${name}@${version}: ${licence ?? 'no licence'} is not on the list of those allowed (scripts/lib/machine/dependencies.mjs)`,
  );
console.log(`${[...byLicence.values()].flat().length} packages, ${refused.length} under a licence that is not allowed`);
process.exitCode = refused.length === 0 ? 0 : 1;
