import { describe, expect, test } from 'vitest';
import { menuFor, type MenuItem, type MenuViewer } from './menu.ts';
import { OWNER_VARIANTS, presetOf } from './owner-variants.ts';
import { ALL_PERMISSIONS, type Permission } from './permissions.ts';
import { ROUTES } from './routes.ts';
import { USER_GROUPS } from './user-groups.ts';

/** A menu as an indented outline. */
const outline = (items: readonly MenuItem[], depth = 0): string[] =>
  items.flatMap(({ label, children }) => [`${'  '.repeat(depth)}${label}`, ...outline(children, depth + 1)]);

const plain = presetOf(null);
const all = new Set(ALL_PERMISSIONS);
const menu = (viewer: Partial<MenuViewer> & Pick<MenuViewer, 'group'>): string[] =>
  outline(menuFor({ permissions: all, variant: plain, ...viewer }));
const without = (...modules: string[]): ReadonlySet<Permission> =>
  new Set(ALL_PERMISSIONS.filter((permission) => !modules.some((module) => permission.startsWith(module))));

const AGENCY = [
  'Dashboard',
  '  Executive Overview',
  '  Pacing Overview',
  '  Affiliate',
  'Campaigns',
  '  PPL',
  '  PPC',
  '  Social',
  '  Programmatic Display',
  '  Bulk Import',
  'Allocation & Pacing',
  '  Overview',
  '  Current Month',
  '  Next Month',
  '  Insertion Orders',
  'Insights',
  '  Forecast Tool',
  '  Media Dashboard',
  '  Media Analysis',
  '  Saved Views',
  '  Billable',
  '  Reconciliation',
  'Resources',
  '  Programs',
  '  Publisher Sources',
  '  Posting Instructions',
  'Lead Management',
  '  Data Exports',
  '  Milestone Import',
  '  Lead Details',
  '  Stuck Leads',
  '  Returns',
  '  Delivery Health',
  '  Lead Update',
  '  Tracking Info',
  '  Privacy Requests',
  '  Lead Tester',
  'Click Management',
  'Administration',
  '  Manage Partners',
  '  Posting Keys',
  '  Manage Clients',
  '    New Client',
  '    Going Live',
  '    Bulk Data Load',
  '    Geo Settings',
  '    Client Criteria',
  '    Lead Delivery',
  '    Verification Accounts',
  '    Trading Platform',
  '    Platform Data',
  '    Custom Channels',
  '  Manage Users',
  '    Search User',
  '    New User',
  '  Available Partners',
  '  Audit Log',
  '  Owner Settings',
  '  API Keys',
  '  Webhooks',
];
const AGGREGATOR = [
  'Allocation & Pacing',
  '  Current Month',
  '  Next Month',
  '  Insertion Orders',
  'Campaigns',
  'Insights',
  '  Media Dashboard',
  '  Media Analysis',
  '  Saved Views',
  '  Billable',
  '  Reconciliation',
  'Resources',
  '  Programs',
  '  Publisher Sources',
  '  Posting Instructions',
  '  Posting Keys',
  'Lead Management',
  '  Data Exports',
  '  Lead Details',
  '  Returns',
  '  Lead Tester',
  'Click Details',
];
const CLIENT = [
  'Dashboard',
  '  Executive Overview',
  '  Pacing Overview',
  '  Affiliate',
  'Allocation & Pacing',
  '  Overview',
  '  Current Month',
  '  Next Month',
  'Campaigns',
  '  PPL',
  '  PPC',
  '  Social',
  '  Programmatic Display',
  'Insights',
  '  Media Dashboard',
  '  Media Analysis',
  '  Saved Views',
  '  Reconciliation',
  'Resources',
  '  Programs',
  '  Posting Instructions',
  'Lead Management',
  '  Data Exports',
  '  Milestone Import',
  '  Stuck Leads',
  '  Returns',
  'Administration',
  '  API Keys',
  '  Webhooks',
];
/** The menu without these lines. */
const minus = (lines: readonly string[], ...gone: string[]): string[] => lines.filter((line) => !gone.includes(line));
/** The menu with lines inserted after another one. */
const plus = (lines: readonly string[], after: string, ...added: string[]): string[] =>
  lines.flatMap((line) => (line === after ? [line, ...added] : [line]));

describe('with every right, on an owner without a variant', () => {
  test('agency', () => expect(menu({ group: 'ag' })).toEqual(AGENCY));
  test('aggregator', () => expect(menu({ group: 'mp' })).toEqual(AGGREGATOR));
  test('client', () => expect(menu({ group: 'cl' })).toEqual(CLIENT));
});

describe('rights', () => {
  test('without the campaigns right there are no campaigns, allocations or instructions, for all three groups', () => {
    const campaigns = ['Campaigns', '  PPL', '  PPC', '  Social', '  Programmatic Display', '  Bulk Import'];
    const allocations = [
      'Allocation & Pacing',
      '  Overview',
      '  Current Month',
      '  Next Month',
      '  Insertion Orders',
      '  Posting Instructions',
    ];
    const permissions = without('campaigns:');
    expect(menu({ group: 'ag', permissions })).toEqual(minus(AGENCY, ...campaigns, ...allocations));
    expect(menu({ group: 'mp', permissions })).toEqual(
      minus(AGGREGATOR, ...campaigns, ...allocations, '  Lead Tester'),
    );
    expect(menu({ group: 'cl', permissions })).toEqual(minus(CLIENT, ...campaigns, ...allocations));
  });

  test('without leadanalyzer only exports remain; a client keeps stuck leads', () => {
    const permissions = without('leadanalyzer:');
    const tools = [
      '  Milestone Import',
      '  Lead Details',
      '  Stuck Leads',
      '  Returns',
      '  Delivery Health',
      '  Lead Update',
      '  Tracking Info',
      '  Privacy Requests',
      'Click Management',
      'Click Details',
    ];
    expect(menu({ group: 'ag', permissions })).toEqual(minus(AGENCY, ...tools, '  Lead Tester'));
    // A media partner can test its own campaigns without the right to see leads.
    expect(menu({ group: 'mp', permissions })).toEqual(minus(AGGREGATOR, ...tools));
    expect(menu({ group: 'cl', permissions })).toEqual(
      minus(
        CLIENT,
        '  Reconciliation',
        '  Milestone Import',
        '  Returns',
        'Administration',
        '  API Keys',
        '  Webhooks',
      ),
    );
  });

  test('Lead Update and Milestone Import need the Update action', () => {
    expect(menu({ group: 'ag', permissions: without('leadanalyzer:Update') })).toEqual(
      minus(AGENCY, '  Lead Update', '  Milestone Import'),
    );
  });

  test('Manage Users and Available Partners need the users Create action', () => {
    const gone = ['  Manage Users', '    Search User', '    New User', '  Available Partners'];
    expect(menu({ group: 'ag', permissions: without('users:Create') })).toEqual(minus(AGENCY, ...gone));
  });
});

describe('variants', () => {
  const on = (preset: keyof typeof OWNER_VARIANTS, group: MenuViewer['group']) =>
    menu({ group, variant: presetOf(preset) });

  test('a milestone export for agency and client', () => {
    expect(on('LAKESHORE COLLEGE OF HEALTH', 'ag')).toEqual(
      plus(AGENCY, '  Data Exports', '  Milestone Details Export'),
    );
    expect(on('LAKESHORE COLLEGE OF HEALTH', 'cl')).toEqual(
      plus(CLIENT, '  Data Exports', '  Milestone Details Export'),
    );
    expect(on('LAKESHORE COLLEGE OF HEALTH', 'mp')).toEqual(AGGREGATOR);
  });

  test('website analytics and search', () => {
    const added = ['  Website Analytics', '  Search'];
    expect(on('CRESTVIEW UNIVERSITY ONLINE', 'ag')).toEqual(plus(AGENCY, '  Pacing Overview', ...added));
    expect(on('CRESTVIEW UNIVERSITY ONLINE', 'cl')).toEqual(plus(CLIENT, '  Pacing Overview', ...added));
  });

  test('no dashboards and thus no Affiliate, but lead test settings', () => {
    const dashboards = ['Dashboard', '  Executive Overview', '  Pacing Overview', '  Affiliate'];
    expect(on('APEX CODING ACADEMY', 'ag')).toEqual(
      plus(minus(AGENCY, ...dashboards), '  Lead Tester', '  Lead Test Settings'),
    );
    expect(on('APEX CODING ACADEMY', 'cl')).toEqual(minus(CLIENT, ...dashboards));
  });

  test('insights limited to the two media reports', () => {
    expect(on('ST. BRENDAN UNIVERSITY', 'ag')).toEqual(
      minus(AGENCY, '  Forecast Tool', '  Billable', '  Reconciliation'),
    );
    expect(on('ST. BRENDAN UNIVERSITY', 'cl')).toEqual(CLIENT);
  });

  test('performance by state and delivery for the client only', () => {
    const added = ['  Performance by State', '  Delivery'];
    expect(on('HARTWELL TECHNICAL INSTITUTE', 'cl')).toEqual(plus(CLIENT, '  Reconciliation', ...added));
    expect(on('HARTWELL TECHNICAL INSTITUTE', 'ag')).toEqual(AGENCY);
  });

  test.each(['apex coding academy', 'APEX CODING ACADEMY ', 'ÄPEX CODING ACADEMY', 'constructor', '__proto__', ''])(
    'an owner named like a preset, “%s”, does not get it',
    (name) => expect(presetOf(name)).toEqual(plain),
  );
});

test('pages that cannot be opened are not in the menu, nor are empty headings', () => {
  const shown = menuFor({ group: 'ag', permissions: all, variant: plain }, (route) => route === 'searchUser');
  expect(outline(shown)).toEqual(['Administration', '  Manage Users', '    Search User']);
});

test('every link leads to an existing route', () => {
  const links = (items: readonly MenuItem[]): string[] =>
    items.flatMap(({ link, children }) => [...(link ? [link.route] : []), ...links(children)]);
  for (const group of ['ag', 'mp', 'cl'] as const) {
    for (const route of links(menuFor({ group, permissions: all, variant: plain })))
      expect(ROUTES).toHaveProperty(route);
  }
});

/** Menu entries lost without a single right. */
const ENTRIES_OF_RIGHTS = {
  ag: {
    'users:Create': ['Manage Users', 'Search User', 'New User', 'Available Partners'],
    'campaigns:View': ['Posting Instructions'],
    'allocations:View': ['Insertion Orders'],
    'leadanalyzer:View': ['Returns', 'Delivery Health', 'Lead Tester'],
    'leadanalyzer:Update': ['Milestone Import', 'Lead Update'],
    'leadanalyzer:Erase': ['Privacy Requests'],
    'partners:View': ['Posting Keys'],
    'partners:Contact': ['Manage Partners'],
    'clients:View': ['Going Live', 'Verification Accounts', 'Custom Channels'],
    'clients:Create': ['New Client'],
    'clients:Criteria': ['Lead Delivery'],
    'tradingplatforms:View': ['Trading Platform', 'Platform Data'],
    'reports:Build': ['Media Analysis', 'Saved Views'],
    'reports:Billable': ['Billable', 'Reconciliation'],
    'forecast:View': ['Forecast Tool'],
    'audit:View': ['Audit Log'],
    'admin:Settings': ['Owner Settings', 'API Keys', 'Webhooks'],
  },
  mp: {
    'campaigns:View': ['Posting Instructions', 'Lead Tester'],
    'allocations:View': ['Insertion Orders'],
    'leadanalyzer:View': ['Returns'],
    'partners:View': ['Posting Keys'],
    'reports:Build': ['Media Analysis', 'Saved Views'],
    'reports:Billable': ['Billable', 'Reconciliation'],
  },
  cl: {
    'campaigns:View': ['Posting Instructions'],
    'leadanalyzer:View': ['Returns'],
    'leadanalyzer:Export': ['Reconciliation', 'Milestone Import', 'Administration', 'API Keys', 'Webhooks'],
    'reports:Build': ['Media Analysis', 'Saved Views'],
  },
};

test('each right opens its own entries and no others', () => {
  const opened = USER_GROUPS.map((group) => {
    const whole = menu({ group });
    const lost = ALL_PERMISSIONS.map((right) => {
      const rest = menu({ group, permissions: new Set(ALL_PERMISSIONS.filter((one) => one !== right)) });
      return [right, whole.filter((label) => !rest.includes(label)).map((label) => label.trim())] as const;
    });
    return [group, Object.fromEntries(lost.filter(([, labels]) => labels.length > 0))] as const;
  });
  expect(Object.fromEntries(opened)).toEqual(ENTRIES_OF_RIGHTS);
});
