import { globSync } from 'node:fs';
import { root } from '../lib/paths.mjs';

const MADE_BY_TOOLS = new Set(['node_modules', 'dist', 'data', 'test-results', 'playwright-report']);

export const TEST_FILE = /\.(test|test-d|spec)\.tsx?$|\/test-setup\.ts$|\/testing\/|^e2e\//;

/** Paths from the root, with forward slashes, sorted; without generated files. */
export const sourceFiles = (pattern) =>
  globSync(pattern, { cwd: root, exclude: (path) => path.split(/[\\/]/).some((part) => MADE_BY_TOOLS.has(part)) })
    .map((path) => path.replaceAll('\\', '/'))
    .toSorted();
