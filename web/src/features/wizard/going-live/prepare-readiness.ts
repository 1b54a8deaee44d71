import {
  clientCriteriaSchema,
  type Readiness,
  READINESS_ITEMS,
  type ReadinessId,
  type RouteName,
} from '@paceline/contract';
import { pathTo } from '../../../lib/address/paths.ts';

interface Way {
  route: RouteName;
  params?: Readonly<Record<string, string>>;
  action: string;
  /** The linked form has an owner field, preset to this owner. */
  isForOwner?: boolean;
}

/** Where each item is done. */
const WAYS: Readonly<Record<ReadinessId, Way>> = {
  clients: { route: 'newClientWizard', action: 'Start a client' },
  campuses: { route: 'bulkDataLoad', action: 'Upload campuses' },
  programs: { route: 'bulkDataLoad', action: 'Upload programs' },
  partners: { route: 'availablePartners', action: 'Choose partners' },
  people: { route: 'newUser', params: { uType: 'cl' }, action: 'Invite a user', isForOwner: true },
  lineItems: { route: 'goalEditor', action: 'Create a line item' },
  campaigns: { route: 'campaignPplEditor', action: 'Create a campaign' },
  postingKeys: { route: 'postingKeys', action: 'Create posting keys' },
  criteria: { route: 'clientCriteria', action: 'Set criteria' },
  endpoints: { route: 'clientDelivery', action: 'Set up delivery' },
  activated: { route: 'campaignsPpl', action: 'Activate a campaign' },
};

export interface NeedLine {
  id: ReadinessId;
  label: string;
  isDone: boolean;
  /** Who is affected; empty if that adds nothing. */
  note: string;
  path: string;
  action: string;
}

const noteOf = ({ lacking, lackingCount }: Readiness['items'][number]): string => {
  const more = lackingCount - lacking.length;
  return lacking.length === 0 ? '' : `Missing for ${lacking.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
};

/** What a client whose criteria are accepted as they are asks of leads. */
export const defaultsText = (): string => {
  const { eligibility, quality, returns } = clientCriteriaSchema.parse({});
  const email = quality.disposableEmail === 'REJECT' ? ', disposable email addresses rejected' : '';
  return `Defaults: age ${eligibility.minAge} and over, consent text that names the school${email}, returns within ${returns.windowDays} days up to ${returns.maxPercent}%.`;
};

const missingText = (left: number, all: number): string =>
  left === 0
    ? 'Nothing is missing: campaigns of this owner can run.'
    : `${left} of ${all} ${left === 1 ? 'is' : 'are'} missing.`;

interface Needs {
  now: NeedLine[];
  live: NeedLine[];
  /** The first open item: what to do next. */
  next: NeedLine | undefined;
  text: string;
}

export const prepareReadiness = ({ items }: Readiness, ownerKey: number): Needs => {
  const lines = items.map((item): NeedLine & { when: 'now' | 'live' } => {
    const { route, params, action, isForOwner = false } = WAYS[item.id];
    const { when, label } = READINESS_ITEMS[item.id];
    const path = `${pathTo(route, params)}${isForOwner ? `?worksOn=${ownerKey}` : ''}`;
    return { id: item.id, when, label, isDone: item.done, note: noteOf(item), path, action };
  });
  const open = lines.filter(({ isDone }) => !isDone);
  return {
    now: lines.filter(({ when }) => when === 'now'),
    live: lines.filter(({ when }) => when === 'live'),
    next: open[0],
    text: missingText(open.length, lines.length),
  };
};
