import { READINESS_IDS, type Readiness } from '@paceline/contract';
import { describe, expect, it } from 'vitest';
import { defaultsText, prepareReadiness } from './prepare-readiness.ts';

const readiness = (done: readonly string[]): Readiness => ({
  items: READINESS_IDS.map((id) => ({ id, done: done.includes(id), lacking: [], lackingCount: 0 })),
});

describe('missing parts of an owner', () => {
  it('are listed in two groups, each with a link, and counted', () => {
    const { now, live, next, text } = prepareReadiness(readiness(['clients', 'criteria']), 7);
    expect(now.map(({ id, isDone }) => [id, isDone])).toEqual([
      ['clients', true],
      ['campuses', false],
      ['programs', false],
      ['partners', false],
      ['people', false],
    ]);
    expect(live.find(({ id }) => id === 'criteria')?.isDone).toBe(true);
    expect(text).toBe(`${READINESS_IDS.length - 2} of ${READINESS_IDS.length} are missing.`);
    expect(next?.id).toBe('campuses');
    expect(now.find(({ id }) => id === 'people')?.path).toBe('/s/cl/admin/manageusers/newuser/cl?worksOn=7');
  });

  it('are counted in the singular, and are none at the end', () => {
    const but = (missing: number) => prepareReadiness(readiness(READINESS_IDS.slice(missing)), 7);
    expect(but(1).text).toBe(`1 of ${READINESS_IDS.length} is missing.`);
    expect(but(0)).toMatchObject({ next: undefined, text: 'Nothing is missing: campaigns of this owner can run.' });
  });

  it('say what accepting the defaults means', () => {
    expect(defaultsText()).toBe(
      'Defaults: age 16 and over, consent text that names the school, disposable email addresses rejected, returns within 14 days up to 10%.',
    );
  });

  it('name a few of the records concerned', () => {
    const items: Readiness['items'] = [
      { id: 'endpoints', done: false, lacking: ['A', 'B'], lackingCount: 4 },
      { id: 'criteria', done: false, lacking: ['A'], lackingCount: 1 },
    ];
    const { live } = prepareReadiness({ items }, 7);
    expect(live.map(({ note }) => note)).toEqual(['Missing for A, B and 2 more', 'Missing for A']);
  });
});
