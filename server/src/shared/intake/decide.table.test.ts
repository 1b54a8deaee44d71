import { type LeadReason, LEAD_REASONS } from '@paceline/contract';
import { describe, expect, test } from 'vitest';
import { POSTED_AT, SOME_POST, someInput, someRules } from '../../testing/factories/intake.ts';
import { FIELD_ERRORS } from '../../testing/refusals/fields.ts';
import { OF_CAMPAIGN } from '../../testing/refusals/of-campaign.ts';
import { OF_LEAD } from '../../testing/refusals/of-lead.ts';
import { type Situation } from '../../testing/refusals/situation.ts';
import { decide } from './decide.ts';
import { readPost } from './read-post.ts';

const REFUSALS = [...OF_CAMPAIGN, ...OF_LEAD];
const decided = ({ post, ...over }: Situation) => decide(someInput(post, over));

describe('refusals', () => {
  test.each(REFUSALS)('$status/$code $message', ({ code, status, message, fails, passes }) => {
    const refused = decided(fails);
    expect(refused.status).toBe(status);
    expect(refused.reasons[0]).toMatchObject({ code, message });
    expect(decided(passes)).toMatchObject({ status: 'VAL', reasons: [] });
  });
});

describe('field errors', () => {
  test.each(FIELD_ERRORS)('$field: $message', ({ field: name, code, message, wrong, right, rules, with: more }) => {
    const read = (value: unknown) =>
      readPost({ ...SOME_POST, ...more, [name]: value }, rules ?? someRules(), POSTED_AT);
    expect(read(wrong)).toMatchObject({ errors: [{ code, field: name, message }] });
    expect(read(right)).not.toHaveProperty('errors');
  });
});

/** Reasons that no check of a post gives, with their origin. */
const NOT_BY_POSTING: Partial<Record<LeadReason, string>> = {
  DUP_DOUBLE_POST: 'the same body within minutes gets the first answer again',
};
const AFTER_POSTING: ReadonlySet<string> = new Set([...LEAD_REASONS.REJ, ...LEAD_REASONS.STK]);

test('every refusal reason has a row', () => {
  const rows = new Set<string>([...REFUSALS, ...FIELD_ERRORS].map(({ code }) => code));
  const without = Object.values(LEAD_REASONS)
    .flat()
    .filter((code) => !rows.has(code) && !(code in NOT_BY_POSTING) && !AFTER_POSTING.has(code));
  expect(without).toEqual([]);
});
