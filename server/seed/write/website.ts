import { type Builder } from '../build/organisation.ts';
import { type Day, isoOf } from '../calendar.ts';
import { type Owner } from '../build/model.ts';
import { type Random } from '../random.ts';

const SESSIONS_PER_INQUIRY = 38;

type Visit = readonly [path: string, source: string, medium: string, share: number];

/** Pages where few visits start, and their sources: more of both than fit on the first page of a list. */
const LESSER_PAGES = (
  '/contact /faq /reviews /locations /careers /financing /privacy /news /gallery /events /search /team /partners /press /guides ' +
  '/guides/costs /guides/checklist /guides/first-steps /locations/north /locations/south /locations/downtown /programs/compare ' +
  '/programs/schedule /request-info/thanks /accessibility'
).split(' ');
const LESSER_SOURCES = [
  ['bing', 'organic'],
  ['bing', 'cpc'],
  ['duckduckgo', 'organic'],
  ['instagram', 'social'],
  ['youtube', 'video'],
  ['linkedin', 'paid-social'],
  ['yahoo', 'organic'],
] as const;
const LESSER_VISITS = LESSER_PAGES.map((path, index): Visit => {
  const [source, medium] = LESSER_SOURCES[index % LESSER_SOURCES.length]!;
  return [path, source, medium, 0.08 / LESSER_PAGES.length];
});

/** Landing page, source, and share of the sessions. */
const VISITS: readonly Visit[] = [
  ['/', 'google', 'organic', 0.2],
  ['/', '(direct)', '(none)', 0.13],
  ['/', 'google', 'cpc', 0.06],
  ['/programs', 'google', 'organic', 0.11],
  ['/programs', 'google', 'cpc', 0.1],
  ['/programs', 'facebook', 'paid-social', 0.06],
  ['/request-info', 'google', 'cpc', 0.12],
  ['/request-info', 'partner', 'affiliate', 0.09],
  ['/request-info', 'facebook', 'paid-social', 0.05],
  ['/admissions', 'google', 'organic', 0.04],
  ['/tuition', '(direct)', '(none)', 0.03],
  ['/about', 'newsletter', 'email', 0.01],
  ...LESSER_VISITS,
];

/** Events per session. */
const EVENTS: readonly (readonly [string, number])[] = [
  ['page_view', 2.3],
  ['session_start', 1],
  ['generate_lead', 0.026],
  ['first_visit', 0.71],
  ['scroll', 0.9],
  ['user_engagement', 1.4],
  ['form_start', 0.07],
  ['click', 0.33],
  ['file_download', 0.02],
  ['video_start', 0.06],
  ['form_submit', 0.03],
  ['view_search_results', 0.02],
];

interface WebsiteDay {
  owner: Owner;
  day: Day;
  /** Good inquiries of the day. */
  inquiries: number;
  /** Number of distinct kinds of visits and events. */
  rows: number;
}

const writeVisits = ({ sheets }: Builder, { owner, day, rows }: WebsiteDay, sessions: number, random: Random): void => {
  for (const [path, source, medium, share] of VISITS.slice(0, rows)) {
    const count = random.poisson(sessions * share);
    if (count === 0) continue;
    sheets.put('website_day', {
      owner_key: owner.key,
      day: isoOf(day),
      host: owner.volume.host,
      path,
      source,
      medium,
      sessions: count,
      engaged_sessions: Math.min(count, Math.round(count * random.normal(0.56, 0.05))),
      views: Math.max(count, Math.round(count * random.normal(2.3, 0.15))),
      new_users: Math.min(count, Math.round(count * random.normal(0.71, 0.04))),
    });
  }
};

/** Writes visits and events of a day, based on its number of good inquiries. */
export const writeWebsiteDay = (builder: Builder, website: WebsiteDay, random: Random): void => {
  const { owner, day, inquiries, rows } = website;
  const sessions = (inquiries + 0.5) * SESSIONS_PER_INQUIRY * random.normal(1, 0.08);
  writeVisits(builder, website, sessions, random);
  for (const [name, each] of EVENTS.slice(0, rows)) {
    const count = random.poisson(sessions * each);
    if (count === 0) continue;
    builder.sheets.put('website_event_day', {
      owner_key: owner.key,
      day: isoOf(day),
      event_name: name,
      event_count: count,
      active_users: Math.max(1, Math.round(Math.min(count, sessions) * 0.86)),
    });
  }
};
