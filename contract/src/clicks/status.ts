/** Click statuses in the order of their codes. `code` is used in files; only valid clicks count. */
export const CLICK_STATUSES = {
  VALID: { code: 0, label: 'Valid', description: 'Sent on to the landing page' },
  EXPIRED: { code: 1, label: 'Campaign ended', description: 'The campaign has ended' },
  OVER_CAP: { code: 2, label: 'Over cap', description: 'A cap of the campaign or the budget of its line item is full' },
  DEVICE: { code: 4, label: 'Device', description: 'The device is not targeted' },
  COUNTRY: { code: 9, label: 'Country', description: 'From outside the US and the countries that the client takes' },
  REGION: { code: 10, label: 'Region', description: 'The state, ZIP or market area is not targeted' },
  SOURCE_BLOCKED: { code: 14, label: 'Source blocked', description: 'The publisher source is not taken' },
  DAY_PART: { code: 17, label: 'Outside hours', description: 'Outside the hours of the campaign or the client' },
  DUPLICATE: {
    code: 21,
    label: 'Repeat',
    description: 'The same visitor on the same campaign within 30 seconds; sent on with the first click',
  },
  PROXY_BOT: { code: 23, label: 'Bot', description: 'Made by a program, not a person' },
  PAUSED: {
    code: 31,
    label: 'Campaign not running',
    description: 'The campaign is paused, not open yet or has no landing page',
  },
  TEST: { code: 90, label: 'Test', description: 'Made by somebody signed in who tries the link' },
} as const satisfies Record<string, { code: number; label: string; description: string }>;

export type ClickStatus = keyof typeof CLICK_STATUSES;
export const CLICK_STATUS_NAMES = Object.keys(CLICK_STATUSES) as [ClickStatus, ...ClickStatus[]];

export const isBillableClick = (status: ClickStatus): boolean => status === 'VALID';
export const clickStatusCode = (status: ClickStatus): number => CLICK_STATUSES[status].code;

const BY_CODE = new Map(CLICK_STATUS_NAMES.map((name) => [clickStatusCode(name), name]));
export const clickStatusOf = (code: number): ClickStatus => {
  const name = BY_CODE.get(code);
  if (name === undefined) throw new RangeError(`No click status has the code ${code}`);
  return name;
};
