import { expect, test } from 'vitest';
import { useDatabase } from '../../src/testing/database.ts';
import { someLookups } from '../../src/testing/factories/intake.ts';
import { decide } from '../../src/shared/intake/decide.ts';
import { readPost } from '../../src/shared/intake/read-post.ts';
import { makeRandom } from '../random.ts';
import { SMALL_DEMO } from '../small-demo.ts';
import { liveLead } from './live-lead.ts';
import { listLivePlaces } from './live-places.ts';

const database = useDatabase({ filled: SMALL_DEMO });
/** A Monday noon in Chicago: every office and call center is open. */
const NOON = new Date('2026-11-16T18:00:00Z');
const POSTS = 25;

test('the demo’s live leads are mostly accepted, and refused for realistic mistakes', async () => {
  const places = await database.asMigrator((tx) => listLivePlaces(tx, '2026-11-16'));
  expect(places.length).toBeGreaterThan(10);
  const random = makeRandom('traffic of a test');
  const outcomes = new Map<string, number>();
  for (const rules of places) {
    for (let n = 0; n < POSTS; n += 1) {
      const read = readPost(liveLead(random, rules, NOON), rules, NOON);
      const reasons =
        'errors' in read
          ? read.errors
          : decide({ lead: read.lead, rules, lookups: someLookups(), now: NOON, skips: new Set() }).reasons;
      const word = reasons.map(({ code, field }) => `${code} ${field ?? ''}`.trim()).join(', ') || 'taken';
      outcomes.set(word, (outcomes.get(word) ?? 0) + 1);
    }
  }
  const { taken: acceptances = 0, ...refused } = Object.fromEntries(outcomes);
  const share = acceptances / (places.length * POSTS);
  expect({ share, refused }).toMatchObject({ share: expect.closeTo(0.92, 1) });
  expect(share).toBeLessThan(0.99);
  const expected = [
    'AGE_UNDER_MIN age',
    'AUDIENCE_NOT_MATCHED age',
    'CONSENT_MISSING tcpaConsent',
    'EMAIL_UNDELIVERABLE email',
    'FMT_PHONE phone',
    'GEO_NOT_ALLOWED zip',
    'PHONE_PREFIX phone',
    'SOURCE_BLOCKED publisherSource',
  ];
  expect(Object.keys(refused).filter((word) => !expected.includes(word))).toEqual([]);
});
