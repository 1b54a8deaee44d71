import { DEFAULT_TEST_SETTINGS, type LeadTestRecord } from '@paceline/contract';
import { describe, expect, it } from 'vitest';
import { mergeForm } from '../../../shared/form/prepare-merge.ts';
import { fieldOf, fromLines, problemsOf, settingsRule, toSettings, valuesOf } from './prepare-settings.ts';

const record: LeadTestRecord = {
  ownerKey: 1,
  timeZone: 'America/Chicago',
  version: 3,
  savedBy: 'Avery Stone',
  savedAt: '2026-03-02T12:00:00.000Z',
  settings: { ...DEFAULT_TEST_SETTINGS, recipients: ['ops@school.example'], deliverTestLeads: true },
};
const values = valuesOf(record);
const problems = (parts: Partial<typeof values>) => problemsOf({ ...values, ...parts }, record.settings);

describe('the settings in a form', () => {
  it('round-trip, including values the form does not show', () => {
    expect(values.emailDomains).toBe('example.com\ntest.example');
    expect(toSettings(values, record.settings)).toEqual(record.settings);
    expect(problems({})).toEqual([]);
  });

  it('are parsed line by line without duplicates, in lower case where it does not matter', () => {
    expect(fromLines(' a \n\n b, a ;c')).toEqual(['a', 'b', 'c']);
    const typed = {
      ...values,
      emailDomains: 'QA.example\n',
      names: 'Quality  Check',
      emailPatterns: 'QA*@School.example',
    };
    expect(toSettings(typed, record.settings)).toMatchObject({
      emailDomains: ['qa.example'],
      names: ['Quality Check'],
      emailPatterns: ['qa*@school.example'],
    });
  });

  it('report the invalid line with a reason', () => {
    expect(problems({ emailDomains: 'example.com\ngmail.com' })).toEqual([
      { path: 'emailDomains', message: '“gmail.com” cannot be a domain where people have their mail.' },
    ]);
    expect(problems({ names: 'Test' })).toEqual([
      { path: 'names', message: '“Test” must be a first and a last name.' },
    ]);
    expect(problems({ emailPatterns: '*@*.*' })[0]?.message).toBe(
      '“*@*.*” must have five characters or more besides stars.',
    );
    for (const purgeAfterDays of ['', '0', '366', '1.5', 'ten', '-3'])
      expect(problems({ purgeAfterDays })).toEqual([
        { path: 'purgeAfterDays', message: 'Enter a whole number of days, 1 to 365.' },
      ]);
  });

  it('find the field of a server error', () => {
    expect(['settings.emailDomains.2', 'settings.purgeAfterDays', 'settings.heartbeat.time'].map(fieldOf)).toEqual([
      'emailDomains',
      'purgeAfterDays',
      null,
    ]);
  });

  it('ask only about fields changed on both sides', () => {
    const mine = { ...values, names: 'Quality Check' };
    const theirs = { ...values, purgeAfterDays: '7' };
    const savedBy = () => ({ by: 'Someone', at: null });
    const merged = mergeForm(settingsRule, { base: values, theirs, mine }, savedBy);
    expect([merged.conflicts, merged.value]).toEqual([[], { ...values, names: 'Quality Check', purgeAfterDays: '7' }]);
    const both = mergeForm(settingsRule, { base: values, theirs: { ...values, names: 'Other Name' }, mine }, savedBy);
    expect(both.conflicts.map(({ label }) => label)).toEqual(['Names']);
  });
});
