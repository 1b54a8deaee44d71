import { npm, TESTS } from './paths.mjs';

/** app → features → shared → ui → lib. A layer imports only from those below it. */
const below = (layer, above, comment, breach) => ({
  name: `web-${layer}-below-${above[0]}`,
  comment,
  from: { path: `^web/src/${layer}/` },
  to: { path: `^web/src/((${above.join('|')})/|(main|embed)\\.tsx$)` },
  breach,
});

export const webLaw = [
  {
    name: 'web-not-server',
    comment: 'Server code in the bundle ships SQL and secrets to the browser. What both need stands in the contract.',
    from: { path: '^web/' },
    to: { path: '^server/' },
    breach: { 'web/src/lib/knows-server.ts': "import '@paceline/server/src/lib/clock.ts';" },
  },
  below('features', ['app'], 'A feature that knows the shell cannot be put on another page or lazily loaded.', {
    'web/src/features/goals/knows-app.ts': "import '../../app/router.ts';",
  }),
  below('shared', ['features', 'app'], 'A shared piece that knows a feature pulls that feature into every page.', {
    'web/src/shared/knows-leads.ts': "import '../features/leads/leads-page.tsx';",
  }),
  below(
    'ui',
    ['shared', 'features', 'app'],
    'ui is drawn from its props alone; it cannot lean on a piece that calls.',
    {
      'web/src/ui/knows-shared.ts': "import '../shared/month-label.tsx';",
    },
  ),
  below('lib', ['ui', 'shared', 'features', 'app'], 'lib is the floor: it is used without React being mounted.', {
    'web/src/lib/knows-ui.ts': "import '../ui/grid.tsx';",
  }),
  {
    name: 'web-features-apart',
    comment: 'Features that import each other load each other. A piece with calls for two of them goes to shared/.',
    from: { path: '^web/src/features/([^/]+)/' },
    to: { path: '^web/src/features/', pathNot: '^web/src/features/$1/' },
    breach: { 'web/src/features/goals/knows-leads.ts': "import '../leads/leads-page.tsx';" },
  },
  {
    name: 'web-harness-is-no-product',
    comment: 'A harness shows a piece of the product on its own, on invented data. The product may not lean on it.',
    from: { path: '^web/(src|build)/' },
    to: { path: '^web/harness/' },
    breach: { 'web/src/lib/knows-a-harness.ts': "import '../../harness/grid/main.tsx';" },
  },
  {
    name: 'web-ui-makes-no-calls',
    comment:
      'A grid or a form that fetches cannot be reused, nor tested without a server. Not even through another file ' +
      'of lib: the pieces with calls stand in shared/.',
    from: { path: '^web/src/ui/', pathNot: TESTS },
    to: { path: ['^web/src/lib/(api/api|api/send|files/upload)\\.ts$', npm('@tanstack/react-query')], reachable: true },
    breach: {
      'web/src/ui/fetches.ts': "import '../lib/api/api.ts';",
      'web/src/ui/fetches-by-a-detour.ts': "import '../lib/files/download.ts';",
      'web/src/ui/queries.ts': "import '@tanstack/react-query';",
    },
  },
];
