import { type PlatformFile, platformDataUpload, plusDays } from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../db/scope/tx.ts';
import { type SignedIn, type TestApp } from './app.ts';
import { makeClient } from './factories/factories.ts';
import { sendFile } from './send-file.ts';

/** A line of a platform's report. */
interface ReportLine {
  day: string;
  campaign: number;
  group: number;
  device: 'mobile' | 'desktop';
  impressions: number;
  clicks: number;
  cost: string;
  conversions: string;
}

/** Two campaigns with two ad groups each, on both devices, for every day of a span; the same for the same days. */
export const reportLines = (from: string, days: number, first = 100): ReportLine[] =>
  Array.from({ length: days }, (_, at) => plusDays(from, at)).flatMap((day, at) =>
    [0, 1].flatMap((campaign) =>
      [0, 1].flatMap((group) =>
        (['mobile', 'desktop'] as const).map((device, place) => ({
          day,
          campaign: first + campaign,
          group: (first + campaign) * 10 + group,
          device,
          impressions: 1_000 + ((at * 7 + place) % 50),
          clicks: 20 + ((at + group) % 9),
          cost: (31.17 + ((at * 13 + campaign) % 40) / 7).toFixed(2),
          conversions: String(1 + place / 2),
        })),
      ),
    ),
  );

const usDay = (day: string): string => `${Number(day.slice(5, 7))}/${Number(day.slice(8))}/${day.slice(0, 4)}`;
const csv = (rows: readonly (readonly (string | number)[])[], delimiter = ','): string =>
  rows
    .map((cells) => cells.map((cell) => (String(cell).includes(delimiter) ? `"${cell}"` : cell)).join(delimiter))
    .join('\r\n') + '\r\n';
const utf16 = (text: string): Buffer => Buffer.from(`\uFEFF${text}`, 'utf16le');

/** The same lines as each platform writes them. */
export const writeReport: Readonly<Record<string, (lines: readonly ReportLine[]) => string | Buffer>> = {
  'Google Ads': (lines) =>
    utf16(
      csv(
        [
          ['Ad group report'],
          ['All time'],
          [
            'Day',
            'Campaign',
            'Campaign ID',
            'Ad group',
            'Ad group ID',
            'Device',
            'Currency code',
            'Clicks',
            'Impr.',
            'Cost',
            'Conversions',
          ],
          ...lines.map((l) => [
            l.day,
            `Campaign ${l.campaign}`,
            l.campaign,
            `Group ${l.group}`,
            l.group,
            l.device === 'mobile' ? 'Mobile phones' : 'Computers',
            'USD',
            l.clicks,
            l.impressions.toLocaleString('en-US'),
            l.cost,
            l.conversions,
          ]),
        ],
        '\t',
      ),
    ),
  'Microsoft Ads': (lines) =>
    `\uFEFF${csv([
      ['Report Name: Ad group performance'],
      ['Rows: ', lines.length],
      [
        'TimePeriod',
        'CampaignId',
        'CampaignName',
        'AdGroupId',
        'AdGroupName',
        'DeviceType',
        'CurrencyCode',
        'Impressions',
        'Clicks',
        'Spend',
        'Conversions',
      ],
      ...lines.map((l) => [
        l.day,
        l.campaign,
        `Campaign ${l.campaign}`,
        l.group,
        `Group ${l.group}`,
        l.device === 'mobile' ? 'Smartphone' : 'Computer',
        'USD',
        l.impressions,
        l.clicks,
        l.cost,
        l.conversions,
      ]),
      ['©2026 Microsoft Corporation. All rights reserved. '],
    ])}`,
  'Meta Ads': (lines) =>
    csv([
      [
        'Campaign name',
        'Campaign ID',
        'Ad set name',
        'Ad set ID',
        'Day',
        'Device platform',
        'Impressions',
        'Link clicks',
        'Amount spent (USD)',
        'Results',
        'Reporting starts',
        'Reporting ends',
      ],
      [
        '',
        '',
        '',
        '',
        '',
        '',
        lines.reduce((sum, l) => sum + l.impressions, 0),
        lines.reduce((sum, l) => sum + l.clicks, 0),
        lines.reduce((sum, l) => sum + Number(l.cost), 0).toFixed(2),
        '',
        '',
        '',
      ],
      ...lines.map((l) => [
        `Campaign ${l.campaign}`,
        l.campaign,
        `Group ${l.group}`,
        l.group,
        l.day,
        l.device === 'mobile' ? 'mobile_app' : 'desktop',
        l.impressions,
        l.clicks,
        l.cost,
        l.conversions,
        l.day,
        l.day,
      ]),
    ]),
  'LinkedIn Ads': (lines) =>
    utf16(
      csv(
        [
          ['Campaign Performance Report (in UTC)'],
          [
            'Start Date (in UTC)',
            'Account Name',
            'Currency',
            'Campaign Group Name',
            'Campaign ID',
            'Campaign Name',
            'Total Spent',
            'Impressions',
            'Clicks',
            'Leads',
          ],
          ...lines.map((l) => [
            usDay(l.day),
            'Account',
            'USD',
            'Group',
            l.group,
            `Campaign ${l.group}`,
            l.cost,
            l.impressions,
            l.clicks,
            Math.floor(Number(l.conversions)),
          ]),
        ],
        '\t',
      ),
    ),
  'The Trade Desk': (lines) =>
    csv([
      [
        'Date',
        'Campaign ID',
        'Campaign',
        'Ad Group ID',
        'Ad Group',
        'Device Type',
        'Advertiser Currency Code',
        'Impressions',
        'Clicks',
        'Advertiser Cost (Adv Currency)',
        'Click Conversion',
      ],
      ...lines.map((l) => [
        `${l.day}T00:00:00`,
        `c${l.campaign}`,
        `Campaign ${l.campaign}`,
        `g${l.group}`,
        `Group ${l.group}`,
        l.device === 'mobile' ? 'Mobile' : 'PC',
        'USD',
        l.impressions,
        l.clicks,
        `${l.cost}4321`,
        l.conversions,
      ]),
    ]),
  'Website (GA4)': (lines) =>
    csv([
      ['# ----------------------------------------'],
      ['# Free form'],
      [
        'Date',
        'Hostname',
        'Page path',
        'Session source',
        'Session medium',
        'Sessions',
        'Engaged sessions',
        'Views',
        'New users',
      ],
      ...lines.map((l) => [
        l.day.replaceAll('-', ''),
        'www.school.example',
        `/p/${l.group}?name=x`,
        'google',
        l.device === 'mobile' ? 'cpc' : 'organic',
        l.clicks,
        l.clicks - 1,
        l.impressions,
        3,
      ]),
    ]),
};

/** An account of a platform of the master list, with a fee of 8 %. */
export const makePlatformAccount = async (
  tx: Tx,
  ownerKey: number,
  platform: string,
  accountId = '123-456-7890',
): Promise<number> => {
  const clientKey = await makeClient(tx, ownerKey);
  await sql`insert into trading_platform (name, channel) values (${platform}, 'ppc') on conflict (name) do nothing`.execute(
    tx,
  );
  const { rows } = await sql<{ key: number }>`
    insert into platform_account (owner_key, platform_key, client_key, account_id, account_name, time_zone, channel, fee_percent)
    select ${ownerKey}, platform_key, ${clientKey}, ${accountId}, ${`${platform} ${accountId}`}, 'America/Chicago', 'ppc', 8
    from trading_platform where name = ${platform} returning account_key as key
  `.execute(tx);
  return rows[0]!.key;
};

export const sendReport = async (
  harness: TestApp,
  as: SignedIn,
  place: { owner: number; source: number | 'website' },
  content: string | Buffer,
  fileName = 'report.csv',
  shrink: 'no' | 'yes' = 'yes',
): Promise<{ status: number; message: string | undefined; errors: unknown[]; file: PlatformFile }> => {
  const { status, body } = await sendFile(harness, as, platformDataUpload, {
    params: place,
    query: { shrink },
    content,
    fileName,
  });
  return { status, message: body.message, errors: body.errors ?? [], file: body.data as PlatformFile };
};
