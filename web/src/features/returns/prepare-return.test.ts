import { expect, it } from 'vitest';
import { lastComment, type ShownReturn, whatAcceptingDoes } from './prepare-return.ts';

const row = (over: Partial<ShownReturn>) =>
  ({ state: 'OPEN', month: '2026-10-01', isMonthClosed: false, creditedOn: null, ...over }) as ShownReturn;

it('shows the effect of accepting on the month, before and after', () => {
  expect(whatAcceptingDoes(row({}))).toBe('October 2026 is open: accepting reduces its bill.');
  expect(whatAcceptingDoes(row({ isMonthClosed: true }))).toBe(
    'October 2026 is closed, so its bill does not change. Accepting credits the lead in the month of the decision.',
  );
  expect(whatAcceptingDoes(row({ state: 'ACCEPTED', creditedOn: '2026-11-16' }))).toBe(
    'October 2026 was closed, so its bill does not change. The lead is credited in November 2026.',
  );
  expect(whatAcceptingDoes(row({ state: 'ACCEPTED' }))).toBe(
    'The lead is not billed: the bill for October 2026 is lower.',
  );
  expect(whatAcceptingDoes(row({ state: 'DECLINED' }))).toBeNull();
});

it('shows the last comment and its side', () => {
  const comment = { at: '2026-11-16T10:00:00.000Z', by: null };
  expect(lastComment(row({ comments: [{ ...comment, isPartner: true, comment: 'We have a recording' }] }))).toBe(
    'Media partner: We have a recording',
  );
  expect(lastComment(row({}))).toBeNull();
});
