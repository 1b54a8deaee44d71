import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The packages of the product itself; e2e and bench only test it. */
const PRODUCT = ['.', 'contract', 'server', 'web'];

/** Licences allowed for packages of the product: none requires publishing the product itself. */
export const ALLOWED = [
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'CC-BY-4.0',
  'Unlicense',
  'Zlib',
  'PostgreSQL',
  'Python-2.0',
];

const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));

/** Some packages state their licence in an old field, some only in a text file. */
const licenceFrom = (folder) => {
  if (!existsSync(join(folder, 'package.json'))) return null;
  const { license, licenses } = readJson(join(folder, 'package.json'));
  if (typeof license === 'string') return license;
  if (Array.isArray(licenses) && licenses[0]?.type) return licenses.map(({ type }) => type).join(' OR ');
  const file = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name));
  const text = file === undefined ? '' : readFileSync(join(folder, file), 'utf8').replaceAll(/\s+/g, ' ');
  return text.includes('Permission is hereby granted, free of charge') && text.includes('without restriction')
    ? 'MIT'
    : null;
};

/** "(MIT OR GPL-3.0)" is allowed by one of the two, "(MIT AND Zlib)" needs both. */
export const isAllowed = (licence) => {
  if (licence === null) return false;
  const plain = licence.replaceAll(/[()]/g, ' ');
  return plain.split(/\sOR\s/).some((choice) => choice.split(/\sAND\s/).every((one) => ALLOWED.includes(one.trim())));
};

/** Every package installed with the product, on any platform, from the lock file. */
export const listPackages = (root) => {
  const { packages } = readJson(join(root, 'package-lock.json'));
  return Object.entries(packages)
    .filter(([path, { dev, link }]) => path.startsWith('node_modules/') && !dev && !link)
    .map(([path, entry]) => ({
      path,
      name: path.replace(/^.*node_modules\//, ''),
      version: entry.version,
      resolved: entry.resolved ?? null,
      integrity: entry.integrity ?? null,
      licence: entry.license ?? licenceFrom(join(root, path)),
    }));
};

/** The direct runtime dependencies of the product's packages, with the requested version. */
export const listDirect = (root) => {
  const direct = new Map();
  for (const folder of PRODUCT)
    for (const [name, version] of Object.entries(readJson(join(root, folder, 'package.json')).dependencies ?? {}))
      if (!name.startsWith('@paceline/')) direct.set(name, version);
  return direct;
};
