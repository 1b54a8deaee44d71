import { expect, test } from 'vitest';
import { LEAD_STATUS_CODES } from './lead-status.ts';
import { isMilestone, mayHaveMilestones, milestoneGaps, MILESTONES, milestoneText } from './milestones.ts';

test('an owner’s word for a milestone may be the code of another: files have codes, screens words', () => {
  expect(MILESTONES.map((code) => milestoneText(code, 'default'))).toEqual([
    'Contact',
    'Appointment',
    'Interview',
    'Visit',
    'Application',
    'Enrollment',
    'Start',
  ]);
  expect(milestoneText('VISIT', 'sales')).toBe('Start');
  expect(milestoneText('START', 'sales')).toBe('Close');
});

test('a gap is a milestone that must have happened; stages that are left out often are none', () => {
  expect(milestoneGaps([])).toEqual([]);
  expect(milestoneGaps(['CONTACT', 'APPLICATION', 'ENROLLMENT', 'START'])).toEqual([]);
  expect(milestoneGaps(['CONTACT', 'VISIT'])).toEqual([]);
  expect(milestoneGaps(['ENROLLMENT'])).toEqual(['CONTACT', 'APPLICATION']);
  expect(milestoneGaps(['START'])).toEqual(['CONTACT', 'APPLICATION', 'ENROLLMENT']);
});

test('only delivered leads and those with an undecided return have milestones', () => {
  expect(LEAD_STATUS_CODES.filter(mayHaveMilestones)).toEqual(['DLV', 'RTR']);
});

test('codes that no number knows are none of ours', () => {
  expect(isMilestone('CONTACT')).toBe(true);
  expect(isMilestone('PERSIST')).toBe(false);
});
