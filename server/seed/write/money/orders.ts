import { laterNumber, seriesOf } from '../../../src/features/orders/number/number.rules.ts';
import { type Builder } from '../../build/organisation.ts';
import { type Day, isoOf, midnightOf, momentOf, type Month } from '../../calendar.ts';
import {
  type Campaign,
  type Client,
  type Owner,
  type Partner,
  type Plan,
  priceOn,
  type World,
} from '../../build/model.ts';
import { type Random, weighted } from '../../random.ts';
import { dailyOf } from '../../build/plans.ts';
import { capacityOf, softOf } from './plans.ts';

/** Shares of the final states of orders, as in the domain handbook, 4.6: an order with a successor was sent. */
const STATES = [
  ['ACCEPTED', 78.5],
  ['OPENED', 9.7],
  ['CHANGE_REQUESTED', 4.8],
  ['DRAFT', 7],
] as const;
type State = (typeof STATES)[number][0];
const drawState = weighted(STATES, ([, weight]) => weight);
const drawSentState = weighted(
  STATES.filter(([state]) => state !== 'DRAFT'),
  ([, weight]) => weight,
);

const MESSAGES = [
  'Please note the new daily caps.',
  'Volume as discussed on the call. Thank you.',
  'Weekend traffic is welcome again this month.',
];
const WISHES = [
  'Can the daily cap be lifted on Mondays?',
  'We can deliver more in the evening hours.',
  'Please confirm the price for phones.',
];

/** An order that was or will be sent, for the audit log. */
export interface OrderRecord {
  key: number;
  number: string | null;
  owner: Owner;
  partner: Partner;
  month: Month;
  version: number;
  state: State;
  sentAt: number | null;
  answeredAt: number | null;
}

interface Line {
  campaign: Campaign;
  plan: Plan;
}

const writeLine = (builder: Builder, order: OrderRecord, { campaign, plan }: Line): void => {
  const units = order.version > 1 ? (plan.changedTo ?? plan.allocation) : plan.allocation;
  const media = priceOn(campaign, order.month.first)?.media ?? 0;
  builder.sheets.put('insertion_order_line', {
    owner_key: order.owner.key,
    io_key: order.key,
    campaign_key: campaign.key,
    campaign_name: campaign.name,
    campaign_code: campaign.code,
    amount: (units * media).toFixed(2),
    media_desktop: media.toFixed(2),
    media_mobile: campaign.key % 3 === 0 ? (media * 0.92).toFixed(2) : null,
    monthly_capacity: capacityOf(builder, campaign, plan),
    monthly_allocation: units,
    monthly_soft_allocation: softOf(units),
    daily_allocation: dailyOf(campaign, units),
  });
};

const inOffice = ({ zone }: Owner, day: Day, random: Random): number =>
  momentOf(zone, day, random.int(9 * 3600, 17 * 3600));

const writeOrder = (
  builder: Builder,
  order: OrderRecord,
  client: Client,
  lines: readonly Line[],
  random: Random,
): void => {
  const { owner, partner, month, version, state, sentAt, answeredAt } = order;
  builder.sheets.put('insertion_order', {
    owner_key: owner.key,
    io_key: order.key,
    partner_key: partner.key,
    client_key: client.key,
    month: isoOf(month.first),
    version,
    number: order.number,
    status: state,
    message: random.chance(0.3) ? random.pick(MESSAGES) : '',
    created_at: new Date(sentAt ?? midnightOf(owner.zone, month.first - 9)),
    sent_at: sentAt === null ? null : new Date(sentAt),
    opened_at: sentAt === null ? null : new Date(Math.min(sentAt + 3_600_000, builder.now.getTime())),
    answered_at: answeredAt === null ? null : new Date(answeredAt),
    answered_by: answeredAt === null ? null : 'Account team',
    answer_note: state === 'CHANGE_REQUESTED' ? random.pick(WISHES) : null,
  });
  for (const line of lines) writeLine(builder, order, line);
};

type TakeNumber = (partner: Partner, month: Month, owner: Owner) => string;

/** Numbers orders as sending them does (features/orders/number), and writes how far each series has come. */
const numbering = ({ sheets }: Builder) => {
  const last = new Map<string, { owner: Owner; series: string; count: number }>();
  return {
    take: (partner: Partner, month: Month, owner: Owner): string => {
      const series = seriesOf({ month: isoOf(month.first), partnerName: partner.name, partnerCode: partner.code });
      const key = `${owner.key} ${series}`;
      const counter = last.get(key) ?? { owner, series, count: 0 };
      counter.count += 1;
      last.set(key, counter);
      return `IO-${series}-${counter.count}`;
    },
    write: (): void => {
      for (const { owner, series, count } of last.values())
        sheets.put('insertion_order_number', { owner_key: owner.key, series, last: count });
    },
  };
};

/** Writes an order for the month, and another one if a campaign was changed during it. */
const writeMonth = (
  builder: Builder,
  [partner, client]: readonly [Partner, Client],
  month: Month,
  lines: readonly Line[],
  takeNumber: TakeNumber,
): OrderRecord[] => {
  const { owner } = client;
  const random = builder.random.fork(`order ${partner.code} ${client.code} ${month.index}`);
  const now = builder.now.getTime();
  const changed = inOffice(owner, month.first + random.int(8, 18), random);
  const versions = lines.some(({ plan }) => plan.changedTo !== null) && changed <= now ? 2 : 1;
  let first: string | null = null;
  return Array.from({ length: versions }, (_, index) => {
    const sent = index === 0 ? inOffice(owner, month.first - random.int(4, 9), random) : changed;
    const [drawn] = index + 1 < versions ? drawSentState(random) : drawState(random);
    const answered = sent + Math.round(random.between(0.1, 4) * 86_400_000);
    const answers = drawn === 'ACCEPTED' || drawn === 'CHANGE_REQUESTED';
    // A partner that has not had time to answer has at least opened it.
    const state = answers && answered > now ? 'OPENED' : drawn;
    const order: OrderRecord = {
      key: builder.keys.next('insertion_order'),
      number:
        state === 'DRAFT' ? null : first === null ? takeNumber(partner, month, owner) : laterNumber(first, index + 1),
      owner,
      partner,
      month,
      version: index + 1,
      state,
      sentAt: state === 'DRAFT' ? null : sent,
      answeredAt: answers && answered <= now ? answered : null,
    };
    first = order.number;
    writeOrder(builder, order, client, lines, random);
    return order;
  });
};

/** Writes the insertion orders of the months that have begun: one for each partner and client with an allocation between them. */
export const writeOrders = (builder: Builder, { campaigns, owners }: World): OrderRecord[] => {
  const places = new Map<string, { who: readonly [Partner, Client]; campaigns: Campaign[] }>();
  for (const campaign of campaigns) {
    const { partner, client } = campaign;
    if (partner === null) continue;
    const key = `${partner.key} ${client.key}`;
    const place = places.get(key) ?? { who: [partner, client], campaigns: [] };
    place.campaigns.push(campaign);
    places.set(key, place);
  }
  const begun = owners[0]!.months.slice(0, -1);
  const numbers = numbering(builder);
  const orders = begun.flatMap(({ index }) =>
    [...places.values()].flatMap(({ who, campaigns: ours }) => {
      const lines = ours.flatMap((campaign): Line[] => {
        const plan = campaign.plans.get(index);
        return plan !== undefined && plan.allocation > 0 ? [{ campaign, plan }] : [];
      });
      return lines.length === 0 ? [] : writeMonth(builder, who, who[1].owner.months[index]!, lines, numbers.take);
    }),
  );
  numbers.write();
  return orders;
};
