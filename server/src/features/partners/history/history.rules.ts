import { PARTNER_CLIENT_STATUSES, PARTNER_NOTIFICATIONS, type PartnerChange } from '@paceline/contract';

/** What the lines of the audit log about a partner are called. */
const ACTIONS: Readonly<Record<string, string>> = {
  'partner.create': 'Partner added',
  'partner.change': 'Partner changed',
  'partner.addContact': 'Contact added',
  'partner.changeContact': 'Contact changed',
  'partner.clientStatus': 'Client mapping changed',
  'partner.values': 'Value map changed',
  make: 'Posting key made',
  rotate: 'Posting key rotated',
  shut: 'Posting key shut',
};

const LABELS: Readonly<Record<string, string>> = {
  mediaPartnerName: 'Name',
  mediaPartnerCode: 'Code',
  affiliateKey: 'Affiliate key',
  activeFlag: 'Active',
  productTypes: 'Products',
  paymentTerms: 'Payment terms',
  contact: 'Contact',
  email: 'Email',
  phone: 'Phone',
  notifications: 'Mails',
  active: 'Active',
  client: 'Client',
  clientStatus: 'Status',
  note: 'Note',
  values: 'Values',
  added: 'Added',
  changed: 'Changed',
  removed: 'Removed',
  label: 'Label',
  hint: 'Ends in',
  endsAt: 'Taken until',
};
/** What says which of several things a line is about: told although it is the same before and after. */
const NAMES: ReadonlySet<string> = new Set(['contact', 'client', 'hint']);
const WORDS: Readonly<Record<string, string>> = { ...PARTNER_NOTIFICATIONS, ...PARTNER_CLIENT_STATUSES };

const words = (value: unknown): string => {
  if (value === null || value === undefined || value === '' || value === 0) return 'none';
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(words).join(', ');
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value);
  return WORDS[text] ?? text;
};

type Parts = Readonly<Record<string, unknown>>;

/** What a line changed, in words; of something new, what it is. The database sorts names, people read them in this order. */
export const changeWords = (before: Parts | null, after: Parts | null): string[] =>
  Object.entries(LABELS).flatMap(([name, label]) => {
    if (after === null || !Object.hasOwn(after, name)) return [];
    const [was, is] = [words(before?.[name]), words(after[name])];
    if (before === null || !Object.hasOwn(before, name)) return is === 'none' ? [] : [`${label}: ${is}`];
    if (was === is) return NAMES.has(name) ? [`${label}: ${is}`] : [];
    return [`${label}: ${was} → ${is}`];
  });

export interface AuditLine {
  at: Date;
  by: string | null;
  action: string;
  before: Parts | null;
  after: Parts | null;
}

export const describeLine = ({ at, by, action, before, after }: AuditLine): PartnerChange => ({
  at: at.toISOString(),
  by: by ?? 'Paceline',
  action: ACTIONS[action] ?? action,
  changes: changeWords(before, after),
});
