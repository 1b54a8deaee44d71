// The paths that the rules of the import law use, as regular expressions for dependency-cruiser.

/** An npm package by name. Not anchored at the root: a linked node_modules resolves to a folder above it. */
export const npm = (...names) => `(^|/)node_modules/(${names.join('|').replaceAll('.', '\\.')})/`;

export const ROOMS = '^(contract|server|web|e2e|bench)/';

export const TESTS = ['\\.test\\.tsx?$', '\\.test-d\\.ts$', '/test-setup\\.ts$', '^(contract|server|web)/src/testing/'];

/** The delivered source: the three packages and the scenarios, without their tests. */
export const PRODUCT = { path: '^(contract/src|server/src|server/seed|web/src)/', pathNot: TESTS };

export const DRIVER = npm('pg', 'pg-copy-streams', 'pg-query-stream', 'pg-cursor', 'pg-pool', 'pg-types', 'postgres');

export const TEST_TOOLS = npm(
  'vitest',
  '@vitest/[^/]+',
  'playwright',
  'playwright-core',
  '@playwright/[^/]+',
  '@axe-core/[^/]+',
  '@testing-library/[^/]+',
  'jsdom',
  'msw',
  'fast-check',
);
