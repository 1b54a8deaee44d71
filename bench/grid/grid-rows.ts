const PARTNERS = 250;
const CHANNELS = ['Paid search', 'Paid social', 'Display', 'Pay per lead', 'Video', 'Email'];
const PROGRAMS = [
  'Nursing BSN',
  'Business MBA',
  'Data science MS',
  'Education MEd',
  'Psychology BA',
  'Cyber security BS',
];
const PLACES = ['Northeast', 'Midwest', 'South', 'West', 'Texas', 'Florida', 'California', 'National'];
const WORDS = ['Harbor', 'Summit', 'Beacon', 'Bright', 'Compass', 'Granite', 'Meridian', 'Cedar', 'Keystone', 'Falcon'];
const KINDS = ['Media', 'Digital', 'Leads', 'Interactive', 'Network'];

/** The same rows in every run. */
const dice = (seed: number) => {
  let state = seed;
  return (most: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * most);
  };
};

const partnerName = (index: number): string =>
  `${WORDS[index % WORDS.length]} ${KINDS[Math.floor(index / WORDS.length) % KINDS.length]} ${Math.floor(index / 50) + 1}`;

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** One campaign as the allocation table's call gives it: the figures that are stored, none that follow from others. */
const campaign = (index: number, count: number, roll: (most: number) => number): Record<string, unknown> => {
  const budget = 500 + roll(60_000);
  const row: Record<string, unknown> = {
    key: index + 1,
    name: `${PROGRAMS[roll(PROGRAMS.length)]} · ${PLACES[roll(PLACES.length)]} · ${index + 1}`,
    partner: partnerName(Math.floor((index * PARTNERS) / count)),
    id: 40_000 + index,
    channel: CHANNELS[roll(CHANNELS.length)],
    status: ['Live', 'Live', 'Live', 'Paused', 'Draft'][roll(5)],
    starts: `2026-${String(1 + roll(9)).padStart(2, '0')}-01`,
    ends: roll(4) === 0 ? null : '2026-12-31',
    autoPace: roll(3) > 0,
    budget,
    cap: roll(8) === 0 ? null : 10 + roll(400),
    dailyCap: 1 + roll(30),
    price: 20 + roll(9000) / 100,
    target: roll(1200) / 10_000,
    note: roll(12) === 0 ? 'Hold until the new landing page is live' : null,
    spent: Math.round(budget * roll(110)) / 100,
    duplicates: roll(20),
    invalid: roll(15),
  };
  for (const [suffix, days] of [
    ['1', 1],
    ['7', 7],
    ['30', 30],
    ['Mtd', 18],
    ['Lm', 31],
  ] as const) {
    row[`spend${suffix}`] = roll(200_000 * days) / 100 / 30;
    row[`clicks${suffix}`] = roll(40 * days);
    row[`inquiries${suffix}`] = roll(5 * days);
    row[`contacted${suffix}`] = roll(4 * days);
    row[`enrolled${suffix}`] = roll(days);
  }
  for (const month of MONTHS) row[`plan${month}`] = Math.round(budget * (60 + roll(80))) / 100;
  return row;
};

/** A streamed list as the server writes it, in pieces of the size that a socket takes, with its end line. */
export const streamPieces = (count: number): Buffer[] => {
  const roll = dice(7);
  const pieces: Buffer[] = [];
  let text = '';
  for (let index = 0; index < count; index += 1) {
    text += `${JSON.stringify(campaign(index, count, roll))}\n`;
    if (text.length < 64 * 1024) continue;
    pieces.push(Buffer.from(text));
    text = '';
  }
  pieces.push(Buffer.from(`${text}${JSON.stringify({ __end: true, count })}\n`));
  return pieces;
};
