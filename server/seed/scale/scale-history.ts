import { isBillableLead } from '@paceline/contract';
import { type Bulk, type Row } from '../../src/db/connection/bulk.ts';
import { type Builder } from '../build/organisation.ts';
import { HISTORY_MONTHS } from '../calendar.ts';
import { type Lead } from '../leads/lead.ts';
import { type CampaignMonth, makeMonth } from '../leads/make-leads.ts';
import { type World } from '../build/model.ts';
import { type Random } from '../random.ts';
import { describeLead } from '../write/leads/leads.ts';
import { writePlatformMonth, writeUnlinked } from '../write/platform-days.ts';
import { type PlatformCampaign } from '../write/platforms.ts';

const makeMonths = ({ random, now }: Builder, { campaigns }: World, index: number): CampaignMonth[] =>
  campaigns.flatMap((campaign) => {
    const plan = campaign.plans.get(index);
    const own = random.fork(`leads ${campaign.key} ${index}`);
    return plan === undefined ? [] : (makeMonth(campaign, plan, now.getTime(), own) ?? []);
  });

/** Yields one row at a time, as the database requests them. */
function* recordsOf({ keys }: Builder, leads: readonly Lead[], random: Random) {
  const latest = new Map<number, number>();
  for (const lead of leads) {
    const leadKey = keys.next('lead');
    const { key } = lead.campaign.client;
    const duplicateOf = lead.status === 'DUP' ? (latest.get(key) ?? null) : null;
    if (isBillableLead(lead.status)) latest.set(key, leadKey);
    yield describeLead(lead, leadKey, duplicateOf, random).record;
  }
}

function* rowsOf(first: object, rest: Iterable<object>): Generator<Row> {
  yield Object.values(first) as Row;
  for (const record of rest) yield Object.values(record) as Row;
}

const copyLeads = async (builder: Builder, leads: readonly Lead[], random: Random, copy: Bulk['copy']) => {
  const records = recordsOf(builder, leads, random);
  const first = records.next();
  if (!first.done) await copy('lead', Object.keys(first.value), rowsOf(first.value, records));
};

/**
 * Writes leads month by month, in order of arrival. They follow the demo's rules; persons, deliveries, clicks and visits are omitted, since
 * no report reads them.
 */
export const writeScaleHistory = async (
  builder: Builder,
  world: World,
  platforms: readonly PlatformCampaign[],
  copy: Bulk['copy'],
  onMonth: (done: number) => void,
): Promise<void> => {
  const { random, sheets } = builder;
  const platformOf = new Map(platforms.map((platform) => [platform.campaign, platform]));
  for (let index = 0; index < HISTORY_MONTHS; index += 1) {
    const own = random.fork(`month ${index}`);
    const campaignMonths = makeMonths(builder, world, index);
    const leads = campaignMonths
      .flatMap((month) => month.leads)
      .toSorted((a, b) => a.at - b.at || a.campaign.key - b.campaign.key);
    await copyLeads(builder, leads, own, copy);
    for (const month of campaignMonths) {
      const platform = platformOf.get(month.campaign);
      if (platform !== undefined) writePlatformMonth(builder, world, platform, month, own);
    }
    await sheets.flush(copy);
    onMonth((index + 1) / HISTORY_MONTHS);
  }
  for (const platform of platforms)
    if (platform.campaign === null) writeUnlinked(builder, world, platform, random.fork(`unlinked ${platform.key}`));
  await sheets.flush(copy);
};
