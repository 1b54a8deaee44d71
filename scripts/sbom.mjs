// npm run sbom [-- <file>]: every package of the product, as installed on this platform, as a CycloneDX document (default
// .cache/sbom.json). The same lock file gives the same document: npm's random and time-dependent values are left out. It needs no network.
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { listPackages } from './lib/machine/dependencies.mjs';
import { npmCommand } from './lib/machine/npm.mjs';
import { inRoot, root } from './lib/paths.mjs';

const file = resolve(process.argv[2] ?? inRoot('.cache/sbom.json'));
const { program, args, env } = npmCommand(['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev', '--offline']);
const text = execFileSync(program, args, {
  cwd: root,
  env,
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
  stdio: ['ignore', 'pipe', 'inherit'],
});
const { serialNumber: _number, metadata, components, dependencies, ...rest } = JSON.parse(text);
const { timestamp: _timestamp, component, ...about } = metadata;

/** npm treats a package with its licence in an old field as one without. */
const licenceOf = new Map(listPackages(root).map(({ name, version, licence }) => [`${name}@${version}`, licence]));
const sorted = (list) => list.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
const document = {
  ...rest,
  metadata: { ...about, component: { ...component, name: 'paceline', type: 'application' } },
  components: sorted(
    components.map((one) => {
      const licence = one.licenses
        ? null
        : licenceOf.get(`${one.group ? `${one.group}/` : ''}${one.name}@${one.version}`);
      return licence ? { ...one, licenses: [{ license: { id: licence } }] } : one;
    }),
  ),
  dependencies: sorted(dependencies),
};
mkdirSync(dirname(file), { recursive: true });
writeFileSync(file, `${JSON.stringify(document, null, 2)}\n`);
console.log(`${document.components.length} packages in ${file}`);
