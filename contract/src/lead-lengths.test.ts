import { expect, test } from 'vitest';
import { LEAD_LENGTHS } from './core/leads/lead-lengths.ts';
import { leadEditValuesSchema } from './delivery/edit-calls.ts';
import { POST_PARAMETERS } from './intake/parameters.ts';

const NAMES = Object.keys(LEAD_LENGTHS) as (keyof typeof LEAD_LENGTHS)[];

/** A value of this length, valid in all other ways. */
const valueOf = (name: keyof typeof LEAD_LENGTHS, length: number): string => {
  if (name === 'email') return `${'a'.repeat(60)}@${'b'.repeat(length - 66)}.test`;
  return name === 'phone' ? `6142378899${' '.repeat(length - 10)}` : 'a'.repeat(length);
};

test.each(NAMES)('%s of a corrected lead is as long as that of a posted one', (name) => {
  const most = LEAD_LENGTHS[name];
  expect(POST_PARAMETERS[name].most).toBe(most);
  const refusals = [most, most + 1].map((length) => {
    const value = valueOf(name, length);
    expect(value).toHaveLength(length);
    return leadEditValuesSchema.safeParse({ [name]: value }).error?.issues.map(({ message }) => message);
  });
  expect(refusals).toEqual([undefined, [`must have at most ${most} characters`]]);
});
