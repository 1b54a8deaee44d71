// A small product that keeps every rule: one feature through all rooms, imported as the architecture says. The breaches
// are planted beside it, and a rule that is red on any of these files forbids what it should allow.

const imports = (...targets) => targets.map((target) => `import '${target}';\n`).join('');

export const lawful = {
  'contract/src/index.ts': "export * from './core/call.ts';\nexport * from './leads/schema.ts';\n",
  'contract/src/core/call.ts': imports('zod'),
  'contract/src/core/call.test-d.ts': imports('./call.ts'),
  'contract/src/leads/schema.ts': imports('../core/call.ts'),
  'contract/src/leads/schema.test.ts': imports('./schema.ts', 'vitest'),

  'server/src/main.ts': imports('./start.ts'),
  'server/src/start.ts': imports('./app.ts', '../seed/small.ts'),
  'server/src/app.ts': imports('./features/leads/leads.routes.ts', './features/goals/goals.routes.ts', 'fastify'),
  'server/src/lib/clock.ts': imports('node:process'),
  'server/src/db/tx.ts': imports('pg', 'kysely', './make-scope.ts'),
  'server/src/db/make-scope.ts': 'export const makeScope = 1;\n',
  'server/src/http/register.ts': imports('../db/make-scope.ts', '@paceline/contract', 'fastify'),
  'server/src/testing/factories.ts': imports('../app.ts', '../db/tx.ts', 'vitest', 'fast-check'),
  'server/src/testing/global-setup.ts': imports('../db/tx.ts'),
  'server/src/features/leads/leads.routes.ts': imports('./leads.service.ts', '../../http/register.ts'),
  'server/src/features/leads/leads.service.ts': imports('./leads.queries.ts', './leads.rules.ts', '../../db/tx.ts'),
  'server/src/features/leads/leads.queries.ts': imports('kysely', '@paceline/contract'),
  'server/src/features/leads/leads.rules.ts': imports('@paceline/contract', 'temporal-polyfill'),
  'server/src/features/leads/leads.rules.test.ts': imports('./leads.rules.ts', 'vitest', 'fast-check'),
  'server/src/features/leads/leads.test.ts': imports('../../testing/factories.ts', '../../lib/clock.ts', 'vitest'),
  'server/src/features/goals/goals.routes.ts': imports('./goals.service.ts'),
  'server/src/features/goals/goals.service.ts': imports('./goals.queries.ts'),
  'server/src/features/goals/goals.queries.ts': imports('kysely'),
  'server/seed/main.ts': imports('./small.ts'),
  'server/seed/small.ts': imports('../src/lib/clock.ts'),
  'server/vitest.config.ts': imports('vitest/config'),

  'web/src/main.tsx': imports('./app/router.ts', '@mantine/core/styles.css'),
  'web/src/app/router.ts': imports('../features/leads/leads-page.tsx', '@tanstack/react-router'),
  'web/src/features/leads/leads-page.tsx': imports('../../shared/owner-picker.tsx', './api.ts'),
  'web/src/features/leads/leads-page.test.tsx': imports('./leads-page.tsx', '@testing-library/react', 'vitest'),
  'web/src/features/leads/api.ts': imports('../../lib/api.ts', '@tanstack/react-query', '@paceline/contract'),
  'web/src/shared/owner-picker.tsx': imports('../lib/api.ts', '../lib/download.ts', './month-label.tsx'),
  'web/src/shared/month-label.tsx': imports('../ui/grid.tsx', '../lib/format.ts'),
  'web/src/ui/grid.tsx': imports('../lib/format.ts', 'react', './grid.module.css'),
  'web/src/ui/grid.module.css': '',
  'web/src/lib/api.ts': imports('@paceline/contract'),
  'web/src/lib/download.ts': imports('./api.ts'),
  'web/src/lib/format.ts': 'export const format = 1;\n',
  'web/src/lib/format.test.ts': imports('./format.ts', 'vitest'),
  'web/vite.config.ts': imports('vite', '@vitejs/plugin-react'),

  'e2e/pages.ts': imports('@paceline/contract', '@playwright/test'),
  'e2e/leads.spec.ts': imports('./pages.ts', '@axe-core/playwright'),
  'bench/kernel.bench.ts': imports('@paceline/contract', '@paceline/server/src/app.ts', 'autocannon'),
};
