import type { MenuItem, RouteName } from '@paceline/contract';
import { pathTo } from '../../lib/address/paths.ts';

export interface Entry {
  id: string;
  label: string;
  /** Distinguishes entries of the same name: section, code or owner. */
  note?: string | undefined;
  /** Other words by which it is found. */
  words?: string | undefined;
  run: () => void;
}
export interface EntryGroup {
  title: string;
  entries: Entry[];
}

interface Page {
  label: string;
  section: string | undefined;
  path: string;
  words: string | undefined;
}

/** What people also call a page; both groups of users that have it are named. */
const PAGE_WORDS: Readonly<Partial<Record<RouteName, string>>> = {
  billable: 'invoice bill money owed payment',
  mpBillable: 'invoice bill payment earnings',
  reconciliation: 'invoice dispute compare',
  statements: 'invoice bill payment credit note due',
  aging: 'open overdue receivables payables late unpaid balances',
  mpStatements: 'invoice bill payment earnings due',
  mpReconciliation: 'invoice dispute compare',
  privacyRequests: 'erase delete person gdpr ccpa do not sell',
  auditLog: 'history changes who',
  insights: 'catalogue catalog report list state map funnel programs clients delivery sources attributes',
  mpInsights: 'catalogue catalog report list state map programs campaigns performance',
  mediaAnalysis: 'explore report builder question pivot leaderboard trend chart',
  mpMediaAnalysis: 'explore report builder question pivot leaderboard trend chart',
  savedViews: 'report saved question schedule',
  mpSavedViews: 'report saved question schedule',
  mediaDashboard: 'report',
  mpMediaDashboard: 'report',
  pacingOverview: 'budget on plan needs attention',
  leadExport: 'download report leads file',
  mpLeadExport: 'download report leads file',
  allocationsCurrentMonth: 'caps budget month grid',
  mpCurrentMonth: 'caps capacity month grid',
  searchUser: 'people accounts rights',
  newUser: 'invite person account',
  availablePartners: 'vendors',
  insertionOrders: 'io contract',
  mpInsertionOrders: 'io contract',
  deliveryHealth: 'endpoint crm errors',
  publisherSources: 'block tag traffic',
  docs: 'api specification fields',
  leadTester: 'check why refused',
  mpDocs: 'api specification fields',
  mpLeadTester: 'check why refused',
  updateLeads: 'status bulk',
};

/** The pages of a menu, each with its section. */
export const pagesOf = (menu: readonly MenuItem[], section?: string): Page[] =>
  menu.flatMap(({ label, link, children }) => [
    ...(link ? [{ label, section, path: pathTo(link.route, link.params), words: PAGE_WORDS[link.route] }] : []),
    ...pagesOf(children, section === undefined ? label : `${section} › ${label}`),
  ]);

const MAX_OF_A_KIND = 8;
/** Verbs that nobody asked for yet: those of the first campaigns. */
const MAX_VERBS = 4;

export type Verb = 'pause' | 'resume' | 'change allocation of';
const VERB_WORDS: readonly (readonly [pattern: RegExp, verb: Verb])[] = [
  [/^(?:pause|stop)\s+/i, 'pause'],
  [/^(?:resume|start|unpause)\s+/i, 'resume'],
  [/^(?:change\s+(?:the\s+)?)?(?:allocation|cap)\s+(?:of\s+)?/i, 'change allocation of'],
];

/** "pause hti-ccp" → pause, and what it is to be done to. */
export const readVerb = (text: string): { verb: Verb | null; term: string } => {
  for (const [pattern, verb] of VERB_WORDS) {
    const term = text.trimStart().replace(pattern, '');
    if (term !== text.trimStart()) return { verb, term: term.trim() };
  }
  return { verb: null, term: text.trim() };
};

/** Entries that contain every typed word; labels that begin with the text come first. */
const matching = (entries: readonly Entry[], text: string): Entry[] => {
  const typed = text.trim().toLowerCase();
  const words = typed.split(/\s+/).filter(Boolean);
  const begins = ({ label }: Entry): boolean => label.toLowerCase().startsWith(typed);
  return entries
    .filter(({ label, note = '', words: others = '' }) =>
      words.every((word) => `${label} ${note} ${others}`.toLowerCase().includes(word)),
    )
    .toSorted((a, b) => Number(begins(b)) - Number(begins(a)))
    .slice(0, MAX_OF_A_KIND);
};

interface Sources {
  recent: readonly Entry[];
  actions: readonly Entry[];
  pages: readonly Entry[];
  owners: readonly Entry[];
  campaigns: readonly Entry[];
  lineItems: readonly Entry[];
  orders: readonly Entry[];
  reports: readonly Entry[];
  /** What can be done to the campaigns that were found. */
  verbs: readonly Entry[];
}

/** Without text: recent records and this page's actions. With text: all matches by kind. */
export const prepareGroups = (sources: Sources, text: string): EntryGroup[] => {
  const { recent, actions, pages, owners, campaigns, lineItems, orders, reports, verbs } = sources;
  const hasVerb = readVerb(text).verb !== null;
  const groups =
    text.trim() === ''
      ? [
          { title: 'Recent', entries: [...recent] },
          { title: 'Actions', entries: [...actions] },
          { title: 'Pages', entries: recent.length === 0 ? [...pages] : [] },
        ]
      : [
          ...(hasVerb ? [{ title: 'Do', entries: [...verbs] }] : []),
          { title: 'Pages', entries: matching(pages, text) },
          { title: 'Reports', entries: matching(reports, text) },
          // Already matched by the server.
          { title: 'Campaigns', entries: [...campaigns] },
          ...(hasVerb ? [] : [{ title: 'Do', entries: verbs.slice(0, MAX_VERBS) }]),
          { title: 'Line items', entries: [...lineItems] },
          { title: 'Insertion orders', entries: [...orders] },
          { title: 'Owners', entries: matching(owners, text) },
          { title: 'Actions', entries: matching(actions, text) },
          { title: 'Recent', entries: matching(recent, text) },
        ];
  const seen = new Set<string>();
  return groups
    .map(({ title, entries }) => ({
      title,
      entries: entries.filter(({ id }) => !seen.has(id) && seen.add(id)),
    }))
    .filter(({ entries }) => entries.length > 0);
};
