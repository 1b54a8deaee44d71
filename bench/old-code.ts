import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig } from '@paceline/server/src/config.ts';

const ROOT = join(import.meta.dirname, '..');
const PACKAGES = ['contract', 'server', 'bench'];

/** The code as it was at a commit, in a folder of its own that uses the packages that are installed here. */
export const openOldCode = (commit: string): string => {
  const folder = join(readConfig().dataDir, '.bench', `code-${commit}`);
  if (existsSync(folder)) return folder;
  mkdirSync(join(folder, 'node_modules', '@paceline'), { recursive: true });
  const archive = execFileSync('git', ['archive', commit, 'package.json', ...PACKAGES], {
    cwd: ROOT,
    maxBuffer: 256 * 1024 * 1024,
  });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  for (const name of readdirSync(join(ROOT, 'node_modules')))
    if (name !== '@paceline') symlinkSync(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name));
  for (const name of PACKAGES) symlinkSync(join(folder, name), join(folder, 'node_modules', '@paceline', name));
  return folder;
};
