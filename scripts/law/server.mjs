import { DRIVER, npm, TESTS } from './paths.mjs';

export const serverLaw = [
  {
    name: 'server-not-web',
    comment: 'The server runs without a browser; it serves the built web as files and knows nothing of its source.',
    from: { path: '^server/' },
    to: { path: '^web/' },
    breach: { 'server/src/lib/knows-web.ts': "import '@paceline/web/src/lib/format.ts';" },
  },
  {
    name: 'server-features-apart',
    comment:
      'Features that import each other become one feature. What two need goes down to shared/, or is joined in SQL.',
    from: { path: '^server/src/features/([^/]+)/' },
    to: { path: '^server/src/features/', pathNot: '^server/src/features/$1/' },
    breach: { 'server/src/features/goals/knows-leads.service.ts': "import '../leads/leads.service.ts';" },
  },
  {
    name: 'server-platform-knows-no-feature',
    comment:
      'http, db, metrics, jobs, lib, shared and testing carry every feature; one that names a feature cannot be ' +
      'understood or tested without it. Only app.ts names features.',
    from: { path: '^server/src/', pathNot: ['^server/src/features/', '^server/src/app\\.ts$'] },
    to: { path: '^server/src/features/' },
    breach: {
      'server/src/shared/knows-leads.ts': "import '../features/leads/leads.service.ts';",
      'server/src/testing/knows-leads.ts': "import '../features/leads/leads.service.ts';",
    },
  },
  {
    name: 'server-scenarios-by-one-door',
    comment: 'The scenarios can be taken away or replaced as long as the product knows their index alone.',
    from: { pathNot: '^server/seed/' },
    to: { path: '^server/seed/', pathNot: '^server/seed/index\\.ts$' },
    breach: { 'server/src/lib/knows-a-scenario.ts': "import '../../seed/small.ts';" },
  },
  {
    name: 'server-cluster-by-one-door',
    comment: 'ClickHouse is optional: whoever asks or feeds it knows the index of the report cluster alone.',
    from: { pathNot: '^server/src/cluster/' },
    to: { path: '^server/src/cluster/', pathNot: '^server/src/cluster/index\\.ts$' },
    breach: { 'server/src/metrics/knows-clickhouse.ts': "import '../cluster/cluster.ts';" },
  },
  {
    name: 'server-http-below-shared',
    comment:
      'shared/ is built on the types of the request pipeline. What the pipeline needs from there, app.ts hands to it, so that ' +
      'there is one direction.',
    from: { path: '^server/src/http/', pathNot: TESTS },
    to: { path: '^server/src/shared/' },
    breach: { 'server/src/http/writes-audit.ts': "import '../shared/audit.ts';" },
  },
  {
    name: 'server-one-composition-root',
    comment:
      'app.ts puts everything together for the programs (start.ts, restore.ts), the tests and the benches. Anything else ' +
      'that imports it can reach every feature through it.',
    from: { path: '^server/', pathNot: ['^server/src/(main|start|restore)\\.ts$', ...TESTS] },
    to: { path: '^server/src/(app|start|main)\\.ts$' },
    breach: { 'server/src/jobs/builds-the-app.ts': "import '../app.ts';" },
  },
  {
    name: 'server-routes-through-service',
    comment: 'A route that asks the database itself skips the place where order, transactions and access are decided.',
    from: { path: '\\.routes\\.ts$' },
    to: { path: '\\.queries\\.ts$' },
    breach: { 'server/src/features/goals/asks-itself.routes.ts': "import './goals.queries.ts';" },
  },
  {
    name: 'server-service-below-routes',
    comment: 'A service that knows its route cannot be called from a job, another route or a test.',
    from: { path: '\\.service\\.ts$' },
    to: { path: '\\.routes\\.ts$' },
    breach: { 'server/src/features/goals/knows-route.service.ts': "import './goals.routes.ts';" },
  },
  {
    name: 'server-queries-at-the-bottom',
    comment: 'Queries are SQL and nothing else. One that calls a service or a job hides work inside a read.',
    from: { path: '\\.queries\\.ts$' },
    to: { path: '\\.(service|routes|jobs)\\.ts$' },
    breach: { 'server/src/features/goals/calls-up.queries.ts': "import './goals.service.ts';" },
  },
  {
    name: 'server-rules-pure',
    comment:
      'Rules are numbers, states and checks: the same input gives the same answer, tested without a database, a ' +
      'request or a clock. They import the contract, other rules and temporal-polyfill; the shapes of a posted lead are ' +
      'types alone.',
    from: { path: '\\.rules\\.ts$' },
    to: {
      pathNot: [
        '^contract/src/index\\.ts$',
        '\\.rules\\.ts$',
        '^server/src/shared/intake/(?:campaign-rules|check|lead-fields)\\.ts$',
        npm('temporal-polyfill', 'temporal-spec'),
      ],
    },
    breach: {
      'server/src/features/goals/asks.rules.ts': "import './goals.queries.ts';",
      'server/src/features/goals/node.rules.ts': "import 'node:crypto';",
      'server/src/features/goals/sql.rules.ts': "import { sql } from 'kysely';",
      'server/src/features/goals/type.rules.ts': "import type { Tx } from '../../db/tx.ts';",
    },
  },
  {
    name: 'server-driver-in-db',
    comment:
      'A connection taken past db/ runs without a scope, and row-level security then answers for nobody or for ' +
      'everybody. The sql tag of kysely is no connection and is free. A bench may stand beside the bare driver.',
    from: { pathNot: ['^server/src/db/', '^bench/', 'node_modules'] },
    to: { path: DRIVER },
    breach: {
      'server/src/features/goals/own-pool.service.ts': "import pg from 'pg';",
      'server/src/lib/driver-type.ts': "import type { Pool } from 'pg';",
    },
  },
  {
    name: 'server-scope-made-in-the-pipeline',
    comment:
      'Who can make a scope can see any tenant. The request pipeline and the job runner make it out of a session or a ' +
      'job; everything else is handed one.',
    from: { path: '^server/', pathNot: ['^server/src/(http|jobs|db)/', ...TESTS] },
    to: { path: '^server/src/db/scope/make-scope\\.ts$' },
    breach: { 'server/src/features/goals/any-tenant.service.ts': "import '../../db/scope/make-scope.ts';" },
  },
  {
    name: 'server-system-scope-by-the-clock',
    comment: 'The scope of nobody in particular over any owner is for what runs by the clock: the jobs of a feature.',
    from: { path: '^server/', pathNot: ['^server/src/jobs/', '\\.jobs\\.ts$', ...TESTS] },
    to: { path: '^server/src/jobs/system-scope\\.ts$' },
    breach: { 'server/src/features/goals/by-clock.service.ts': "import '../../jobs/system-scope.ts';" },
  },
];
