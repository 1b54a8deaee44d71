import { expect, it } from 'vitest';
import { aSummary, anException } from '../../../testing/pacing.ts';
import { attentionCount, attentionNotice } from './prepare-attention.ts';

it('says the rule with its minimum, and nothing else where every row is a campaign that is listed', () => {
  expect(attentionNotice(aSummary(), null)).toMatch(
    /10% or more off .* \$250 or more, after 3 complete days.* first\.$/,
  );
});

it('says what is listed elsewhere, so that the count and the rows agree', () => {
  const summary = aSummary({
    exceptions: [anException(), anException({ campaignKey: null })],
    exceptionCount: 60,
    exceptionCampaigns: 58,
    smallCount: 1,
    snoozedCount: 3,
  });
  expect(attentionNotice(summary, null)).toMatch(
    /The first 2 of 60 are listed\. In Pacing Overview: 2 line items, 1 small budget, 3 snoozed\.$/,
  );
});

it('counts what the filter bar leaves, out of all', () => {
  const summary = aSummary({ exceptions: [anException(), anException()], exceptionCount: 34, exceptionCampaigns: 34 });
  expect([attentionCount(summary, null), attentionCount(summary, 12)]).toEqual(['34', '12 of 34']);
  expect(attentionNotice(summary, 12)).toMatch(/The first 2 of 34 are listed\. 12 of them match the filters above\.$/);
  expect(attentionNotice(summary, 1)).toMatch(/1 of them matches the filters above\.$/);
});
