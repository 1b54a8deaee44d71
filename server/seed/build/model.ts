import { type Day, type Month } from '../calendar.ts';
import { type PartnerQuality } from '../leads/partner-quality.ts';
import { type Place } from './places.ts';
import { type Kind } from '../leads/rates.ts';
import { type Channel, type OwnerVolume, type Size } from './sizes.ts';
import { type Segment } from './structure.ts';

/** What the generator knows before it writes the first inquiry. All keys are the database's. */

export interface Owner {
  key: number;
  index: number;
  name: string;
  zone: string;
  /** For how long a person who asks again is a duplicate. */
  dedupDays: number;
  volume: OwnerVolume;
  today: Day;
  /** Today when the history was made up: what happened in it stays where it was as time passes. */
  madeOn: Day;
  months: readonly Month[];
}

export interface Client {
  key: number;
  owner: Owner;
  brandKey: number;
  name: string;
  code: string;
  segment: Segment;
  models: Model[];
}

export interface Model {
  key: number;
  client: Client;
  name: string;
  campuses: Campus[];
}

export interface Campus {
  key: number;
  model: Model;
  name: string;
  code: string;
  /** Null for a virtual one. */
  place: Place | null;
  programs: Program[];
}

export interface Program {
  key: number;
  campus: Campus;
  name: string;
  code: string;
  degree: string;
  area: string;
  cip: string;
  months: number;
  weight: number;
  quality: number;
}

export interface Source {
  key: number;
  partnerKey: number;
  publisherKey: number;
  tag: string;
  weight: number;
  quality: number;
  subSources: readonly string[];
  /** The first day on which nothing of it is taken any more. */
  blockedFrom: Day | null;
  /** It bursts with invented names for some days. */
  fraudulent: boolean;
}

export interface Partner extends PartnerQuality {
  key: number;
  name: string;
  code: string;
  /** The wording of consent that its sources show. */
  disclosureKey: number;
  sources: Source[];
}

export interface Account {
  key: number;
  owner: Owner;
  client: Client;
  platform: string;
  platformKey: number;
  channel: Channel;
  feePercent: number;
  status: 'ACTIVE' | 'PAUSED' | 'DISCONNECTED' | 'ERROR';
  /** Up to which day its numbers are here. */
  through: Day;
}

export interface Goal {
  key: number;
  client: Client;
  model: Model | null;
  name: string;
  channel: Channel;
  callCenter: boolean;
  brandSearch: boolean;
  programs: Program[];
}

export type CampaignState = 'live' | 'paused' | 'capped' | 'scheduled' | 'unallocated' | 'draft' | 'ended';

export interface Pause {
  from: Day;
  /** Inclusive; null until resumed. */
  to: Day | null;
  reason: string;
}

export interface Price {
  from: Day;
  client: number;
  media: number;
}

/** What is planned for a campaign in one month. */
export interface Plan {
  month: Month;
  /** Agreed before the month, and what it was changed to in its midst. */
  allocation: number;
  changedTo: number | null;
  /** Inquiries that the days it is open bring, if nothing happens to it. */
  expected: number;
  /** What the client means to spend on it. */
  spend: number;
}

export interface Campaign {
  key: number;
  owner: Owner;
  client: Client;
  goal: Goal;
  channel: Channel;
  kind: Kind;
  partner: Partner | null;
  account: Account | null;
  name: string;
  code: string;
  /** What an inquiry of it may be about. */
  programs: Program[];
  state: CampaignState;
  start: Day;
  end: Day | null;
  pauses: Pause[];
  weight: number;
  overDelivery: 'REJECT' | 'HOLD' | 'ACCEPT_UNPAID';
  recurring: boolean;
  dailyCap: boolean;
  /** Closed on Saturdays and Sundays. */
  weekdaysOnly: boolean;
  prices: Price[];
  /** By the month's index. */
  plans: Map<number, Plan>;
}

export interface World {
  now: Date;
  size: Size;
  owners: Owner[];
  clients: Client[];
  partners: Partner[];
  accounts: Account[];
  goals: Goal[];
  campaigns: Campaign[];
}

export const isOpenOn = (campaign: Campaign, day: Day): boolean =>
  campaign.state !== 'draft' &&
  day >= campaign.start &&
  (campaign.end === null || day <= campaign.end) &&
  !(campaign.weekdaysOnly && (day + 3) % 7 >= 5) &&
  !campaign.pauses.some(({ from, to }) => day >= from && (to === null || day <= to));

export const priceOn = ({ prices }: Campaign, day: Day): Price | undefined =>
  prices.findLast(({ from }) => from <= day) ?? prices[0];
