import { type ClientCriteria, clientCriteriaSchema } from '@paceline/contract';
import { describe, expect, test } from 'vitest';
import { mergeForm } from '../../../shared/form/prepare-merge.ts';
import { changesOf, criteriaRule, errorAt, formProblems, sectionOf } from './prepare-criteria.ts';
import { gainedWords, lostWords, maturedWords, progressOf, staleWords } from './prepare-replay.ts';

const criteria = (parts: object = {}): ClientCriteria => clientCriteriaSchema.parse(parts);
const savedBy = () => ({ by: 'Blake Rivera', at: null });

describe('the form of criteria', () => {
  test('lists changes as before and after, and none for equal values', () => {
    const before = criteria({ eligibility: { minAge: 17 } });
    const after = criteria({ eligibility: { minAge: 21 }, dedup: { periodInDays: 30 } });
    expect(changesOf(before, after).map(({ label, before: was, after: is }) => [label, was, is])).toEqual([
      ['Window', 'As the owner', '30 days'],
      ['Minimum age', '17', '21'],
    ]);
    expect(changesOf(before, criteria({ eligibility: { minAge: 17 } }))).toEqual([]);
  });

  test('shows errors at their field, in plain words', () => {
    const values = criteria();
    values.eligibility.minAge = Number.NaN;
    expect(formProblems(values)).toEqual([{ path: 'eligibility.minAge', message: 'Enter a whole number, 16 to 99.' }]);
    expect(formProblems(criteria({ verification: { clientCrm: 'FLAG' } }))[0]?.path).toBe('verification.clientCrmUrl');
    expect(sectionOf('verification.clientCrmUrl')).toBe('verification');
    expect(errorAt({ fields: { 0: { pattern: { message: 'No.' } } } }, 'fields.0.pattern')).toBe('No.');
  });

  test('merges changes of different rules, and asks about the same rule', () => {
    const base = criteria();
    const theirs = criteria({ eligibility: { minAge: 18 }, returns: { windowDays: 7 } });
    const mine = criteria({ eligibility: { minAge: 21 }, dedup: { scope: 'BRAND' } });
    const merged = mergeForm(criteriaRule, { base, theirs, mine }, savedBy);
    expect(merged.value).toMatchObject({ returns: { windowDays: 7 }, dedup: { scope: 'BRAND' } });
    expect(merged.conflicts.map(({ label, theirs: a, mine: b }) => [label, a, b])).toEqual([
      ['Minimum age', '18', '21'],
    ]);
  });
});

describe('a test on past leads', () => {
  test('shows losses, and never enrollments for gains', () => {
    const lost = { leads: 412, spend: 18_960, enrollments: 9 };
    expect(lostWords({ lost }, 60)).toBe('–412 leads, –$18,960.00, –9 enrollments in 60 days');
    expect(maturedWords({ percentMatured: 38.4 })).toBe(
      'Enrollments so far: 38% matured. Leads of these days will have more.',
    );
    expect([maturedWords({ percentMatured: 99.6 }), maturedWords({ percentMatured: null })]).toEqual([null, null]);
    expect(gainedWords({ gained: { leads: 3, spend: 90.5 } }, 60)).toBe(
      '+3 leads, +$90.50, enrollments: outcome unknown',
    );
    expect(gainedWords({ gained: { leads: 0, spend: 0 } }, 60)).toBe('No leads gained in 60 days');
  });

  test('says when it no longer matches the form', () => {
    const tested = criteria({ eligibility: { minAge: 21 } });
    const replay = { baseVersion: 4, criteria: tested };
    const stored = { version: 4, criteria: criteria() };
    expect(staleWords(replay, stored, tested)).toBeNull();
    expect(staleWords(replay, stored, criteria({ eligibility: { minAge: 22 } }))).toContain('changed since');
    expect(staleWords(replay, { ...stored, version: 5 }, tested)).toContain('changed since');
    expect(staleWords(replay, { version: 5, criteria: tested }, tested)).toContain('have been saved');
  });

  test('shows its progress', () => {
    expect(progressOf({ leadsDone: 2000, leadsTotal: 8000 })).toEqual({ percent: 25, words: '2,000 of 8,000 leads' });
    expect(progressOf({ leadsDone: 0, leadsTotal: null }).words).toBe('Waiting to start');
  });
});
