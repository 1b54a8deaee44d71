import { expect, test } from 'vitest';
import { LEAD_STATUS_CODES } from './lead-status.ts';
import { isMilestone, mayHaveMilestones, milestoneGaps, MILESTONES, milestoneText } from './milestones.ts';

test('an owner’s label may equal another milestone’s code: files use codes, screens labels', () => {
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

test('a gap is a missing mandatory milestone; stages that are often skipped are no gap', () => {
  expect(milestoneGaps([])).toEqual([]);
  expect(milestoneGaps(['CONTACT', 'APPLICATION', 'ENROLLMENT', 'START'])).toEqual([]);
  expect(milestoneGaps(['CONTACT', 'VISIT'])).toEqual([]);
  expect(milestoneGaps(['ENROLLMENT'])).toEqual(['CONTACT', 'APPLICATION']);
  expect(milestoneGaps(['START'])).toEqual(['CONTACT', 'APPLICATION', 'ENROLLMENT']);
});

test('only delivered leads and leads with an undecided return take milestones', () => {
  expect(LEAD_STATUS_CODES.filter(mayHaveMilestones)).toEqual(['DLV', 'RTR']);
});

test('codes without a counter are not ours', () => {
  expect(isMilestone('CONTACT')).toBe(true);
  expect(isMilestone('PERSIST')).toBe(false);
});
