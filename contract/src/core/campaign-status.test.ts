import { describe, expect, test } from 'vitest';
import { CAMPAIGN_STATUSES, campaignActions, statusesOfGroup, SUB_STATUSES } from './campaign-status.ts';

test('statuses are evaluated in order of priority', () => {
  expect(SUB_STATUSES.map((code) => CAMPAIGN_STATUSES[code].priority)).toEqual(
    Array.from({ length: 17 }, (_, index) => index + 1),
  );
});

test('the filter groups contain every status once', () => {
  expect(statusesOfGroup('active')).toEqual(['SOFT_CAP', 'PAUSE_SCHEDULED', 'LIVE']);
  expect(statusesOfGroup('stoppedByCap')).toEqual(['GOAL_CAP', 'CAP_MONTH', 'CAP_WEEK', 'CAP_DAY']);
  expect(statusesOfGroup('finished')).toEqual(['DELETED', 'DRAFT', 'ENDED']);
  expect(statusesOfGroup('notRunning')).toHaveLength(7);
});

test('only active campaigns accept leads', () => {
  for (const code of SUB_STATUSES) {
    const { takesLeads, group } = CAMPAIGN_STATUSES[code];
    expect(takesLeads === true).toBe(group === 'active');
  }
});

describe('available actions', () => {
  test('a draft can be activated, an ended campaign reopened, a deleted one restored', () => {
    expect(campaignActions(['DRAFT'])).toEqual(['ACTIVATE', 'DELETE', 'CLONE']);
    expect(campaignActions(['ENDED'])).toEqual(['REOPEN', 'DELETE', 'CLONE']);
    expect(campaignActions(['DELETED', 'ENDED'])).toEqual(['UNDELETE', 'CLONE']);
  });

  test('only a pause can be resumed', () => {
    for (const code of SUB_STATUSES) {
      expect(campaignActions([code]).includes('RESUME')).toBe(code === 'PAUSED');
      expect(campaignActions([code]).includes('RESUME_ON')).toBe(code === 'PAUSED');
    }
  });

  test('a scheduled pause can be cancelled, also behind a cap, but not after the end', () => {
    expect(campaignActions(['PAUSE_SCHEDULED'])).toContain('CANCEL_PAUSE');
    expect(campaignActions(['CAP_DAY', 'PAUSE_SCHEDULED'])).toContain('CANCEL_PAUSE');
    expect(campaignActions(['ENDED', 'PAUSE_SCHEDULED'])).not.toContain('CANCEL_PAUSE');
    expect(campaignActions(['LIVE'])).not.toContain('CANCEL_PAUSE');
  });
});
