import type { PartnerOverview } from '@paceline/contract';
import { describe, expect, it } from 'vitest';
import { writableKeys, foundText, progressOf } from './contact/prepare-contact.ts';
import { clientsText, findPartners, percentText } from './prepare-partners.ts';
import { readPasted, writePasted } from './prepare-value-map.ts';

const partner = (over: Partial<PartnerOverview>): PartnerOverview => ({
  mediaPartnerKey: 1,
  mediaPartnerName: 'Bright Leads',
  mediaPartnerCode: 'BRIGHT',
  activeFlag: true,
  activeClients: 1,
  otherClients: 0,
  liveCampaigns: 0,
  validLeads: 0,
  validRate: null,
  returnRate: null,
  nextMonthAllocation: null,
  contacts: 0,
  ...over,
});

describe('the list of partners', () => {
  const rows = [
    partner({ mediaPartnerKey: 1, validLeads: 5, liveCampaigns: 1 }),
    partner({
      mediaPartnerKey: 2,
      mediaPartnerName: 'Quiet',
      mediaPartnerCode: 'Q1',
      activeFlag: false,
      validLeads: 9,
    }),
    partner({ mediaPartnerKey: 3, mediaPartnerName: 'Bright Other', mediaPartnerCode: 'B2', nextMonthAllocation: 7 }),
  ];
  const keys = (options: Partial<Parameters<typeof findPartners>[1]>) =>
    findPartners(rows, { text: '', only: 'all', order: 'name', ...options }).map((row) => row.mediaPartnerKey);

  it('is searched by every word in name or code', () => {
    expect(keys({ text: 'bright' })).toEqual([1, 3]);
    expect(keys({ text: 'bright b2' })).toEqual([3]);
    expect(keys({ text: 'nothing' })).toEqual([]);
  });
  it('is filtered by active or live campaigns, and sorted', () => {
    expect(keys({ only: 'active' })).toEqual([1, 3]);
    expect(keys({ only: 'live' })).toEqual([1]);
    expect(keys({ order: 'leads' })).toEqual([2, 1, 3]);
    expect(keys({ order: 'allocation' })[0]).toBe(3);
  });
  it('shows a dash for an unknown rate, and clients by name', () => {
    expect([percentText(null), percentText(12.34), percentText(0)]).toEqual(['–', '12.3%', '0.0%']);
    expect(clientsText({ activeClients: 0, otherClients: 0 })).toBe('No clients here');
    expect(clientsText({ activeClients: 2, otherClients: 1 })).toBe('2 clients, 1 paused or ended');
  });
});

describe('values pasted from a sheet', () => {
  it('are split at tabs, commas or semicolons, without the header', () => {
    const values = [{ field: 'programCode', partnerValue: 'RN, evening', ourValue: 'BSN' }];
    expect(readPasted('Field\tTheirs\tOurs\r\nprogramCode\tRN, evening\tBSN\r\n')).toEqual({ values, problems: [] });
    expect(readPasted('city;NYC;New York').values).toEqual([
      { field: 'city', partnerValue: 'NYC', ourValue: 'New York' },
    ]);
    expect(readPasted(writePasted(values)).values).toEqual(values);
  });
  it('report invalid lines', () => {
    expect(readPasted('city,NYC\n\nnothing,a,b').problems).toEqual([
      { line: 1, message: 'needs three columns: field, their value, our value' },
      { line: 3, message: '“nothing” is not a field of a posted lead' },
    ]);
  });
});

describe('mails to partners', () => {
  const contact = (emailNotificationKey: number, againFrom: string | null) => ({
    emailNotificationKey,
    name: 'A',
    email: 'a@b.example',
    againFrom,
  });
  const row = {
    partnerKey: 1,
    partnerName: 'Bright',
    partnerCode: 'B',
    liveCampaigns: 1,
    validLeads: 1,
    nextMonthAllocation: null,
    contacts: [contact(1, null), contact(2, '2026-03-10T15:10:00.000Z')],
  };
  it('are for contacts not mailed recently', () => {
    expect(writableKeys([row])).toEqual([1]);
    expect(foundText([row])).toBe('1 partner matches, 2 contacts; 1 written to a moment ago.');
    expect(foundText([])).toBe('0 partners match, 0 contacts.');
  });
  it('show their progress; skipped ones do not count as waiting', () => {
    const counts = { QUEUED: 1, SENDING: 1, SENT: 2, KEPT: 0, FAILED: 1, UNSURE: 0, SKIPPED: 3 };
    expect(progressOf({ counts, isOver: false })).toEqual({
      done: 3,
      all: 5,
      text: 'Sending: 2 of 5 sent, 1 failed, 3 left out',
    });
  });
});
