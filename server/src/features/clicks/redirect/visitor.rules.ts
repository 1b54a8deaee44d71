/** User agents of programs: search engines, link previews, monitors, libraries and automated browsers. `Cubot` is a phone. */
const PROGRAM =
  /(?<!cu)bot\b|bot[/_;)-]|crawl|spider|slurp|preview|externalhit|facebookcatalog|whatsapp\/|embedly|headless|phantomjs|puppeteer|playwright|selenium|webdriver|lighthouse|pagespeed|curl\/|wget|python|perl|ruby|java\/|okhttp|go-http|libwww|httpclient|http_request|axios|node-fetch|undici|guzzle|postman|insomnia|monitor|uptime|pingdom|statuscake|scanner|validator|archiver|mediapartners|google-(?:inspection|read|safety|extended)|https?:\/\//i;
const LONGEST_AGENT = 1_000;

/** Browsers send a user agent; a request without one is a program. */
export const isProgram = (userAgent: string): boolean =>
  userAgent.trim() === '' || userAgent.length > LONGEST_AGENT || PROGRAM.test(userAgent);

const LONGEST_VALUE = 200;
const HAS_EMAIL = /[^\s@]@[^\s@]+\.[^\s@]/;

/** A value of a link as stored and passed on: one line without invisible characters, and never an email address, which is personal data. */
export const linkValue = (value: unknown): string => {
  const one: unknown = Array.isArray(value) ? value[0] : value;
  if (typeof one !== 'string') return '';
  const line = one.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '').trim();
  // A surrogate cut in half at the limit is dropped.
  const text = line.slice(0, LONGEST_VALUE).toWellFormed().replaceAll('\uFFFD', '');
  return HAS_EMAIL.test(text) ? '' : text;
};

const PLATFORM_IDS = ['gclid', 'msclkid', 'fbclid'] as const;

export interface LinkValues {
  source: string;
  /** s1 to s5. */
  subs: readonly string[];
  txn: string;
  /** The ad platform's own id, with its name. */
  platformClick: string | null;
}

export const readLinkValues = (query: Readonly<Record<string, unknown>>): LinkValues => {
  const platform = PLATFORM_IDS.map((name) => [name, linkValue(query[name])] as const).find(([, id]) => id !== '');
  return {
    source: linkValue(query['src']),
    subs: ['s1', 's2', 's3', 's4', 's5'].map((name) => linkValue(query[name])),
    txn: linkValue(query['txn']),
    platformClick: platform === undefined ? null : platform.join('='),
  };
};

const LONGEST_REFERRER = 500;

/** The referring page, without parts of its address that a person may have typed. */
export const referrerOf = (header: string): string | null => {
  if (!URL.canParse(header)) return null;
  const { protocol, host, pathname } = new URL(header);
  if ((protocol !== 'https:' && protocol !== 'http:') || pathname.includes('@')) return null;
  return `${protocol}//${host}${pathname}`.slice(0, LONGEST_REFERRER);
};
