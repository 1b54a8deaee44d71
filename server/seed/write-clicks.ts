import { type Builder } from './build-organisation.ts';
import { isoOf, midnightOf } from './calendar.ts';
import { hex, uuid } from './identifiers.ts';
import { type Lead } from './lead.ts';
import { type Campaign, type Source, type World } from './model.ts';
import { type Random, weighted } from './random.ts';

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

/** Inquiries over our links in the days for which clicks are kept, at the demo's size: what its clicks are shared among. */
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

const writeClick = ({ keys, sheets }: Builder, click: Click, random: Random): void => {
  const { campaign, at, source } = click;
  const { owner, partner } = campaign;
  // The day is the owner's, and one click in a hundred falls before midnight.
  let day = Math.floor(at / 86_400_000) + 1;
  while (midnightOf(owner.zone, day) > at) day -= 1;
  sheets.put('click', {
    owner_key: owner.key,
    clicked_date: isoOf(day),
    click_key: keys.next('click'),
    click_id: click.clickId,
    clicked_at: new Date(at),
    campaign_key: campaign.key,
    partner_key: partner?.key ?? null,
    publisher_source_key: source?.key ?? null,
    sub_source: source === null ? null : random.pick(source.subSources),
    status: click.status,
    device: click.device,
    state: click.state,
    visitor_hash: String.raw`\x` + hex(32, random),
    is_unique: click.status !== 21,
    lead_key: click.leadKey,
  });
};

/** For each inquiry that came over a link the click behind it, and those that led to nothing. */
export const writeClicks = (
  builder: Builder,
  world: World,
  leads: readonly Lead[],
  keys: readonly number[],
  random: Random,
): void => {
  const now = world.now.getTime();
  const since = now - world.size.clickDays * 86_400_000;
  const further = world.size.clicks / (DEMO_CLICKED_LEADS * world.size.volume) - 1;
  for (const [index, { campaign, at, clickId, source, device, zip, status }] of leads.entries()) {
    if (clickId === null || at < since || status === 'TST') continue;
    const base = { campaign, source, device, state: zip.state };
    const clickedAt = at - random.int(40, 900) * 1000;
    writeClick(builder, { ...base, at: clickedAt, clickId, status: 0, leadKey: keys[index]! }, random);
    for (let i = random.poisson(further); i > 0; i -= 1) {
      const when = Math.min(now, Math.max(since, at + random.int(-40_000, 40_000) * 1000));
      const other = { at: when, clickId: uuid(random), status: drawStatus(random)[0], leadKey: null };
      writeClick(builder, { ...base, ...other, source: random.pick(campaign.partner!.sources) }, random);
    }
  }
};
