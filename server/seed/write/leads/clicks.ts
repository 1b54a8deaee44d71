import { type Builder } from '../../build/organisation.ts';
import { type Day, dayAt, isoOf } from '../../calendar.ts';
import { hex, uuid } from '../../leads/identifiers.ts';
import { type Lead } from '../../leads/lead.ts';
import { type Campaign, type Source, type World } from '../../build/model.ts';
import { type Random, weighted } from '../../random.ts';
import { landingPage } from '../campaigns.ts';

const STATUSES = [
  [0, 910],
  [21, 36],
  [23, 20],
  [10, 12],
  [14, 8],
  [2, 5],
  [17, 3],
  [31, 2],
  [9, 2],
  [1, 1],
  [4, 1],
] as const;
const drawStatus = weighted(STATUSES, ([, weight]) => weight);

/** Inquiries through our links in the days with stored clicks, at the demo's size: its clicks are distributed over them. */
const DEMO_CLICKED_LEADS = 3_350;

interface Click {
  campaign: Campaign;
  at: number;
  clickId: string;
  source: Source | null;
  status: number;
  device: string;
  state: string | null;
  leadKey: number | null;
}

/** Valid and repeated clicks are forwarded; for others the offer is not available. */
const isSentOn = (status: number): boolean => status === 0 || status === 21;
const landingOf = ({ campaign: { owner, partner, channel, code }, clickId }: Click): string =>
  `${landingPage(owner)}?cid=${clickId}&utm_source=${partner?.code ?? ''}&utm_medium=${channel}&utm_campaign=${code}`;

const writeClick = ({ keys, sheets }: Builder, click: Click, random: Random): void => {
  const { campaign, at, source } = click;
  const { owner, partner } = campaign;
  sheets.put('click', {
    owner_key: owner.key,
    clicked_date: isoOf(dayAt(owner.zone, at)),
    click_key: keys.next('click'),
    click_id: click.clickId,
    clicked_at: new Date(at),
    campaign_key: campaign.key,
    partner_key: partner?.key ?? null,
    publisher_source_key: source?.key ?? null,
    source_tag: source?.tag ?? null,
    sub_source: source === null ? null : random.pick(source.subSources),
    transaction_id: partner === null ? null : `${partner.code.slice(0, 3)}-${click.clickId.slice(0, 8)}`,
    sent_to: isSentOn(click.status) ? landingOf(click) : null,
    status: click.status,
    device: click.device,
    state: click.state,
    visitor_hash: String.raw`\x` + hex(32, random),
    is_unique: click.status !== 21,
    lead_key: click.leadKey,
  });
};

/** Counts of clicks older than those kept as rows, by campaign and day. */
export type ClickCounts = Map<Campaign, Map<Day, { clicks: number; refused: number }>>;

const count = (counts: ClickCounts, campaign: Campaign, at: number, status: number): void => {
  let days = counts.get(campaign);
  if (days === undefined) counts.set(campaign, (days = new Map()));
  const day = dayAt(campaign.owner.zone, at);
  let counted = days.get(day);
  if (counted === undefined) days.set(day, (counted = { clicks: 0, refused: 0 }));
  if (status === 0) counted.clicks += 1;
  else counted.refused += 1;
};

/** Written at the end: a click shortly before the end of a month may belong to an inquiry of the next month. */
export const writeClickDays = ({ sheets }: Builder, counts: ClickCounts): void => {
  for (const [{ owner, key }, days] of counts) {
    for (const [day, counted] of days)
      sheets.put('click_day', { owner_key: owner.key, day: isoOf(day), campaign_key: key, ...counted });
  }
};

/** Writes the click behind each inquiry that came through a link, and clicks without an inquiry. */
export const writeClicks = (
  builder: Builder,
  world: World,
  leads: readonly Lead[],
  keys: readonly number[],
  counts: ClickCounts,
  random: Random,
): void => {
  const now = world.now.getTime();
  const since = now - world.size.clickDays * 86_400_000;
  const further = world.size.clicks / (DEMO_CLICKED_LEADS * world.size.volume) - 1;
  for (const [index, { campaign, at, clickId, source, device, zip, status }] of leads.entries()) {
    if (clickId === null || status === 'TST') continue;
    const base = { campaign, source, device, state: zip.state };
    const clickedAt = at - random.int(40, 900) * 1000;
    if (clickedAt < since) count(counts, campaign, clickedAt, 0);
    else writeClick(builder, { ...base, at: clickedAt, clickId, status: 0, leadKey: keys[index]! }, random);
    for (let i = random.poisson(further); i > 0; i -= 1) {
      const when = Math.min(now, at + random.int(-40_000, 40_000) * 1000);
      const drawn = drawStatus(random)[0];
      if (when < since) {
        count(counts, campaign, when, drawn);
        continue;
      }
      const other = { at: when, clickId: uuid(random), status: drawn, leadKey: null };
      writeClick(builder, { ...base, ...other, source: random.pick(campaign.partner!.sources) }, random);
    }
  }
};
