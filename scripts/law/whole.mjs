import { npm, PRODUCT, ROOMS, TEST_TOOLS, TESTS } from './paths.mjs';

/** Files started by something other than an import: node, the browser, a test runner, a tool's configuration. */
const STARTED_FROM_OUTSIDE = [
  '^contract/src/index\\.ts$',
  '^server/src/(admin|backup|distribute|doctor/main|main|recount|restore|rotate)\\.ts$',
  '^server/seed/(traffic/)?main\\.ts$',
  // Run by a shell once the process that used the database has ended.
  '^server/src/db/embedded/stop-unused\\.ts$',
  // The entry of a thread.
  '^server/src/db/connection/stream-thread-worker\\.ts$',
  '^bench/run\\.ts$',
  // A contender that a benchmark starts as a process of its own.
  '^bench/([^/]+/)?[^/]+-server\\.ts$',
  // A worker that a soak starts and kills.
  '^server/src/testing/delivery-worker\\.ts$',
  '^server/src/testing/servers/embedded-process\\.ts$',
  '^server/src/testing/partner-mail-worker\\.ts$',
  '^server/src/testing/statement-mail-worker\\.ts$',
  '^web/src/(main|embed)\\.tsx$',
  // A page that a benchmark builds and opens.
  '^web/harness/[^/]+/main\\.tsx$',
  '^web/public/',
  '\\.(test|spec|bench)\\.tsx?$',
  '\\.test-d\\.ts$',
  '\\.d\\.ts$',
  '\\.config\\.(ts|mjs)$',
  '(^|[/.-])setup\\.ts$',
];

export const wholeLaw = [
  {
    name: 'e2e-contract-only',
    comment: 'A browser test that imports the code tests the code against itself. It sees what a user sees.',
    from: { path: '^e2e/' },
    to: { path: '^(server|web)/' },
    breach: { 'e2e/knows-server.ts': "import '@paceline/server/src/lib/clock.ts';" },
  },
  {
    name: 'bench-server-and-contract-only',
    comment: 'A bench measures the server and the contract; what the browser does is measured in the browser.',
    from: { path: '^bench/' },
    to: { path: '^web/' },
    breach: { 'bench/knows-web.ts': "import '@paceline/web/src/lib/format.ts';" },
  },
  {
    name: 'nobody-imports-e2e',
    comment: 'The browser tests look at the product from outside. Code that needs them cannot be delivered.',
    from: { pathNot: '^e2e/' },
    to: { path: '^e2e/' },
    breach: { 'web/src/lib/knows-e2e.ts': "import '@paceline/e2e/pages.ts';" },
  },
  {
    name: 'nobody-imports-bench',
    comment: 'A bench is thrown away when its question is answered; nothing may need it.',
    from: { pathNot: '^bench/' },
    to: { path: '^bench/' },
    breach: { 'server/src/lib/knows-bench.ts': "import '@paceline/bench/kernel.bench.ts';" },
  },
  {
    name: 'across-packages-by-name',
    comment: 'A relative path into another package walks past its index, so that nothing in it is private any more.',
    from: { path: ROOMS },
    to: { path: ROOMS, pathNot: '^$1/', dependencyTypes: ['local'] },
    breach: { 'server/src/lib/walks-over.ts': "import '../../../contract/src/core/call.ts';" },
  },
  {
    name: 'inside-a-package-by-path',
    comment: 'A package that imports itself by its name goes through its own index, which is the start of a cycle.',
    from: { path: ROOMS },
    // A package that npm could not place at the root is in the package's own node_modules, but still third-party.
    to: { path: '^$1/', pathNot: '/node_modules/', dependencyTypesNot: ['local'] },
    breach: { 'server/src/lib/names-itself.ts': "import '@paceline/server/src/lib/clock.ts';" },
  },
  {
    name: 'no-unresolvable',
    comment:
      'Node runs the source as it stands: a relative import without its .ts ending, or with .js for it, fails at ' +
      'start. So does a path past the exports of a package.',
    from: { path: ROOMS },
    to: { couldNotResolve: true, pathNot: '^virtual:' },
    breach: {
      'server/src/lib/no-ending.ts': "import './clock';",
      'web/src/lib/js-ending.ts': "import './format.js';",
      'server/src/lib/past-exports.ts': "import '@paceline/contract/src/core/call.ts';",
    },
  },
  {
    name: 'no-cycles',
    comment: 'Files in a cycle are one file in pieces. Types count: a cycle of types is a design that has no bottom.',
    from: {},
    to: { circular: true },
    breach: {
      'server/src/lib/hen.ts': "import './egg.ts';",
      'server/src/lib/egg.ts': "import './hen.ts';",
      'web/src/lib/type-hen.ts': "import type { Egg } from './type-egg.ts';\nexport interface Hen { egg: Egg }",
      'web/src/lib/type-egg.ts': "import type { Hen } from './type-hen.ts';\nexport interface Egg { hen: Hen }",
    },
  },
  {
    name: 'no-orphans',
    comment: 'A file that nothing imports, not even a test, is dead: it is read, kept and believed for no reason.',
    from: {},
    module: { path: ROOMS, pathNot: STARTED_FROM_OUTSIDE, numberOfDependentsLessThan: 1 },
    breach: { 'server/src/lib/forgotten.ts': "import './clock.ts';", 'web/src/lib/alone.ts': 'export const a = 1;' },
  },
  {
    name: 'no-test-code-in-product',
    comment: 'Test code signs in without a password and builds what it likes. It must not be reachable when delivered.',
    from: PRODUCT,
    to: { path: TESTS },
    breach: {
      'server/src/lib/uses-factories.ts': "import '../testing/factories.ts';",
      'web/src/lib/uses-a-test.ts': "import './format.test.ts';",
    },
  },
  {
    name: 'no-test-tools-in-product',
    comment:
      'A test tool in the product is bytes and doors that nobody asked for, and absent where only it is installed.',
    from: PRODUCT,
    to: { path: TEST_TOOLS },
    breach: { 'server/src/lib/uses-vitest.ts': "import { vi } from 'vitest';" },
  },
  {
    name: 'no-dev-packages-in-product',
    comment: 'A delivered installation has no development packages: the import fails there and nowhere before.',
    from: { ...PRODUCT, pathNot: [...TESTS, '\\.d\\.ts$'] },
    to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'], pathNot: TEST_TOOLS },
    breach: { 'server/src/lib/uses-dev.ts': "import 'postal-mime';" },
  },
  {
    name: 'no-undeclared-packages',
    comment:
      "A package that another one happened to install disappears with that one's next release. Each package.json " +
      'declares what its own files import; only vitest is declared once, at the root.',
    from: { path: ROOMS },
    to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'], pathNot: npm('vitest') },
    breach: {
      'server/src/lib/undeclared.ts': "import 'react';",
      'web/src/lib/undeclared.ts': "import 'pino';",
    },
  },
];
