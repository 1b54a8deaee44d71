import { type IoLine, type IoOrder } from '@paceline/contract';
import { expect, test } from 'vitest';
import { textOfFile } from '../../../testing/file-text.ts';
import { NO_PRINTED_BRANDING } from '../../../shared/branding.ts';
import { writeOrderFile } from './order-file.ts';

const lineOf = (campaignKey: number): IoLine => ({
  campaignKey,
  campaignName: `Campaign number ${campaignKey} of the school in the north`,
  campaignCode: `CODE-${campaignKey}`,
  clientCampaignCode: 'C-1',
  campus: '4 campuses',
  programs: 'All programs of the line item',
  geo: 'No limit: whole US',
  mediaDesktop: 45.25,
  mediaTablet: 44,
  mediaMobile: 43,
  monthlyCapacity: 120,
  monthlyAllocation: 100,
  monthlySoftAllocation: 90,
  weeklyAllocation: 30,
  dailyAllocation: 6,
  startDate: '2026-01-01',
  endDate: null,
  recurring: true,
  amount: 4525,
});

const orderOf = (count: number): IoOrder => ({
  ownerKey: 1,
  ioKey: 1,
  number: 'IO-2026-12-Partner-1',
  version: 1,
  partnerKey: 2,
  partnerName: 'Partner',
  partnerCode: 'P',
  clientKey: 3,
  clientName: 'Client',
  month: '2026-12-01',
  state: 'SENT',
  units: count * 100,
  amount: count * 4525,
  sentAt: null,
  openedAt: null,
  answeredAt: null,
  answeredBy: null,
  answerNote: null,
  ownerName: 'School group',
  timeZone: 'America/Chicago',
  message: '',
  terms: null,
  lines: Array.from({ length: count }, (_, index) => lineOf(index + 1)),
  changes: [],
  answerLines: [],
  canAnswer: true,
  signatures: [],
  signer: null,
  versions: [],
});

test.each([1, 14, 60])('all %i lines are in the PDF and in the workbook, over any number of pages', async (count) => {
  const order = orderOf(count);
  for (const format of ['pdf', 'xlsx'] as const) {
    const { content, fileName } = await writeOrderFile(order, format, 'https://paceline.test', NO_PRINTED_BRANDING);
    expect(fileName).toBe(`IO-2026-12-Partner-1.${format}`);
    const text = await textOfFile(content);
    const missing = order.lines.filter(({ campaignCode }) => !text.includes(campaignCode));
    expect({ format, missing: missing.map(({ campaignCode }) => campaignCode) }).toEqual({ format, missing: [] });
    expect(text.replaceAll(',', '')).toContain(String(count * 4525));
  }
});
