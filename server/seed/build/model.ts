import { type Day, type Month } from '../calendar.ts';
import { type PartnerQuality } from '../leads/partner-quality.ts';
import { type Place } from './places.ts';
import { type Kind } from '../leads/rates.ts';
import { type Channel, type OwnerVolume, type Size } from './sizes.ts';
import { type Segment } from './structure.ts';

/** The generator's data before the first inquiry. All keys are those of the database. */

export interface Owner {
  key: number;
  index: number;
  name: string;
  zone: string;
  /** Days during which a person who inquires again is a duplicate. */
  dedupDays: number;
  volume: OwnerVolume;
  today: Day;
  /** The current day when the history was generated: past events keep their dates as time passes. */
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
  /** Null for a virtual campus. */
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
  /** The first day on which its leads are refused. */
  blockedFrom: Day | null;
  /** Sends invented names for some days. */
  fraudulent: boolean;
}

export interface Partner extends PartnerQuality {
  key: number;
  name: string;
  code: string;
  /** The consent text shown by its sources. */
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
  /** The day up to which its figures were loaded. */
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

/** A campaign's plan for one month. */
export interface Plan {
  month: Month;
  /** Agreed before the month, and the value it was changed to during it. */
  allocation: number;
  changedTo: number | null;
  /** Expected inquiries on the open days, without special events. */
  expected: number;
  /** The client's planned spend. */
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
  /** Programs that its inquiries may be about. */
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
  /** By month index. */
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
