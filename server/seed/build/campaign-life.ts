import { type Day } from '../calendar.ts';
import { type CampaignState, type Owner, type Partner, type Pause } from './model.ts';
import { type Random } from '../random.ts';

const REASONS = ['Budget review', 'Landing page change', 'Quality review', 'Client request', 'Class full'];

/** Occasional short pauses, well before today. */
const oldPauses = (start: Day, end: Day, random: Random): Pause[] => {
  if (end - start < 150 || !random.chance(0.3)) return [];
  const from = random.int(Math.max(start, end - 500) + 30, end - 60);
  return [{ from, to: from + random.int(3, 16), reason: random.pick(REASONS) }];
};

const startOf = ({ today, months }: Owner, state: CampaignState, partner: Partner | null, random: Random): Day => {
  if (state === 'scheduled') return today + random.int(3, 40);
  if (state === 'draft') return today + random.int(7, 30);
  const earliest = months[0]!.first;
  if (partner !== null && partner.since < 25) return today - random.int(20, partner.since * 30);
  // Most existed before the history begins; the others were added one by one.
  return random.chance(0.6) ? earliest - random.int(0, 300) : random.int(earliest, today - 75);
};

export const lifeOf = (
  owner: Owner,
  state: CampaignState,
  partner: Partner | null,
  random: Random,
): { start: Day; end: Day | null; pauses: Pause[] } => {
  const { today } = owner;
  const start = startOf(owner, state, partner, random);
  const end =
    state === 'ended'
      ? Math.max(start + 10, today - random.int(12, 380))
      : state === 'live' && random.chance(0.12)
        ? today + random.int(20, 200)
        : null;
  const pauses = oldPauses(start, Math.min(today, end ?? today), random);
  if (state === 'paused') {
    const to = random.chance(0.5) ? null : today + random.int(2, 20);
    pauses.push({ from: Math.max(start + 1, today - random.int(2, 24)), to, reason: random.pick(REASONS) });
  }
  if (state === 'live' && random.chance(0.05)) {
    const from = today + random.int(3, 15);
    pauses.push({ from, to: from + random.int(4, 14), reason: 'Holiday closure' });
  }
  return { start, end, pauses };
};
