import { describe, expect, it } from 'vitest';
import { PLAIN_VARIANT } from '../core/access/owner-variants.ts';
import { editableFields } from './editing.ts';
import { campaignLayout, goalLayout, outcomeColumns } from './layouts.ts';

const COMPACT = { ...PLAIN_VARIANT, campaignTable: 'compact' } as const;

describe('the campaign table that an owner opens with', () => {
  it('is the owner’s compact one in every month of agency and client, and never a media partner’s', () => {
    for (const month of ['current', 'next'] as const) {
      for (const group of ['ag', 'cl'] as const)
        expect(campaignLayout(group, month, COMPACT).visible).not.toEqual(
          campaignLayout(group, month, PLAIN_VARIANT).visible,
        );
      expect(campaignLayout('mp', month, COMPACT)).toEqual(campaignLayout('mp', month, PLAIN_VARIANT));
    }
  });

  it('shows, compact, what can be edited for the next month', () => {
    for (const group of ['ag', 'cl'] as const) {
      const { visible } = campaignLayout(group, 'next', COMPACT);
      expect(visible).toEqual(expect.arrayContaining([...editableFields(group, 'next')]));
      expect(visible).not.toContain('userDefinedMonthlyAllocation');
    }
    expect(campaignLayout('cl', 'next', COMPACT).visible).not.toContain('aggregatorBidPrice');
  });
});

describe('the outcomes of an owner', () => {
  it.each([
    ['interviewsVisits', ['mtdInterviews', 'mtdVisits']],
    ['applicationsStarts', ['mtdApplications', 'mtdStarts']],
    ['applications', ['mtdApplications']],
  ] as const)('are those of its setting %s, in every table of line items', (goalColumns, outcomes) => {
    const variant = { ...PLAIN_VARIANT, goalColumns };
    expect(outcomeColumns(variant)).toEqual(outcomes);
    expect(goalLayout('ag', 'current', variant).visible).toEqual(expect.arrayContaining([...outcomes]));
  });

  it('have estimates where there are no applications', () => {
    expect(outcomeColumns({ ...PLAIN_VARIANT, labels: 'sales', goalColumns: 'applicationsEnrollments' })).toEqual([
      'mtdInterviews',
      'mtdEnrollments',
    ]);
  });
});
