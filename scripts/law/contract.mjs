import { npm, TESTS } from './paths.mjs';

export const contractLaw = [
  {
    name: 'contract-zod-only',
    comment:
      'The contract runs in the browser and on the server. A node module, a DOM package or SQL in it breaks one of the ' +
      'two, or ships to every visitor.',
    from: { path: '^contract/src/', pathNot: TESTS },
    to: { pathNot: ['^contract/src/', npm('zod')] },
    breach: { 'contract/src/core/reads-files.ts': "import 'node:fs';" },
  },
  {
    name: 'contract-features-apart',
    comment:
      'A feature of the contract knows core and itself, and core knows no feature. Otherwise no feature can be read, ' +
      'changed or removed alone. What two features need goes down to core.',
    from: { path: '^contract/src/([^/]+)/' },
    to: { path: '^contract/src/', pathNot: '^contract/src/(core|$1)/' },
    breach: {
      'contract/src/goals/knows-leads.ts': "import '../leads/schema.ts';",
      'contract/src/core/knows-a-feature.ts': "import '../leads/schema.ts';",
      'contract/src/goals/uses-the-barrel.ts': "import '../index.ts';",
    },
  },
];
