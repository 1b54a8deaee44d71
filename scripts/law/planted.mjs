// Proves that the import law works. A small lawful product is written to a temporary folder, the breaches of every rule are planted in it,
// and dependency-cruiser runs once: each planted file must break its own rule and no other, and the lawful files none.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { inRoot, node24 } from '../lib/paths.mjs';
import { law } from './index.mjs';
import { lawful } from './lawful.mjs';

const ROOMS = ['contract', 'server', 'web', 'e2e', 'bench'];

const write = (folder, files) => {
  for (const [path, source] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    // 'wx': two breaches in one file could not be told apart.
    writeFileSync(join(folder, path), source, { flag: 'wx' });
  }
};

/** The installed packages, with our own pointing at the planted tree. */
const linkPackages = (folder) => {
  mkdirSync(join(folder, 'node_modules/@paceline'), { recursive: true });
  for (const name of readdirSync(inRoot('node_modules'))) {
    if (name.startsWith('.') || name === '@paceline') continue;
    symlinkSync(inRoot('node_modules', name), join(folder, 'node_modules', name));
  }
  for (const room of ROOMS) {
    mkdirSync(join(folder, room));
    cpSync(inRoot(room, 'package.json'), join(folder, room, 'package.json'));
    symlinkSync(join(folder, room), join(folder, 'node_modules/@paceline', room));
  }
  cpSync(inRoot('package.json'), join(folder, 'package.json'));
};

const cruise = (folder) => {
  const bin = inRoot('node_modules/.bin/depcruise');
  const args = [bin, ...ROOMS, '--config', inRoot('.dependency-cruiser.mjs'), '--output-type', 'json'];
  const json = execFileSync(node24, args, { cwd: folder, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  return JSON.parse(json).summary.violations;
};

/** The broken rules by file. */
const plantAndCruise = () => {
  const folder = mkdtempSync(join(tmpdir(), 'paceline-law-'));
  try {
    linkPackages(folder);
    write(folder, lawful);
    for (const { breach } of law) write(folder, breach ?? {});
    const broken = new Map();
    for (const { from, rule, cycle = [] } of cruise(folder)) {
      // A cycle is reported once, at one of its files.
      for (const file of [from, ...cycle.map(({ name }) => name)]) {
        broken.set(file, (broken.get(file) ?? new Set()).add(rule.name));
      }
    }
    return broken;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const broken = plantAndCruise();
const faults = [];

for (const { name, breach } of law) {
  const files = Object.keys(breach ?? {});
  if (files.length === 0) faults.push(`${name} has no breach: nobody knows whether it bites`);
  let red = files.length > 0;
  for (const file of files) {
    // Nothing imports a planted file, so each is also an orphan.
    const rules = [...(broken.get(file) ?? [])].filter((rule) => rule !== 'no-orphans' || name === 'no-orphans');
    if (!rules.includes(name)) red = false;
    if (rules.join() !== name)
      faults.push(`${file} should break ${name} alone, it breaks ${rules.join(', ') || 'no rule'}`);
  }
  console.log(`${red ? 'red  ' : 'GREEN'}  ${name}  (${files.length})`);
}
for (const file of Object.keys(lawful)) {
  if (broken.has(file)) faults.push(`${file} is lawful, yet it breaks ${[...broken.get(file)].join(', ')}`);
}

for (const fault of faults) console.error(fault);
console.log(`${law.length} rules, ${faults.length} faults`);
process.exitCode = faults.length === 0 ? 0 : 1;
