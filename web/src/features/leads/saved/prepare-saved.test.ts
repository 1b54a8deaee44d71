import type { NamedLayout } from '@paceline/contract';
import { expect, it } from 'vitest';
import { currentOf, daysText, layoutOf, rangeOf, sameRange, textsOf, withRange } from './prepare-saved.ts';

const TODAY = '2026-11-16';
const address =
  (texts: Record<string, string>) =>
  (name: string): string | undefined =>
    texts[name];
const saved = (name: string, texts: Record<string, string>): NamedLayout => ({
  layoutKey: 1,
  name,
  shared: false,
  by: 'Avery Stone',
  isMine: true,
  mayChange: true,
  layout: layoutOf(address(texts)),
});

it('stores and restores the address’s filters, without persons', () => {
  const layout = layoutOf(address({ leadStatus: 'STK,HLD', keyword: 'TX, 9', person: 'a@b.example', ownerKey: '4' }));
  expect(layout.filters).toEqual({ leadStatus: ['STK', 'HLD'], keyword: 'TX, 9' });
  expect(textsOf(layout, TODAY)).toMatchObject({ leadStatus: 'STK,HLD', keyword: 'TX, 9', campus: undefined });
});

it('recognises the active saved filter', () => {
  const all = [saved('Stuck', { leadStatus: 'STK' }), saved('Both', { leadStatus: 'STK,HLD' })];
  expect(currentOf(all, TODAY, address({ leadStatus: 'HLD,STK' }))?.name).toBe('Both');
  expect(currentOf(all, TODAY, address({ leadStatus: 'STK', state: 'OH' }))).toBeNull();
  expect(currentOf(all, TODAY, address({}))).toBeNull();
});

it('stores the name of a relative range and applies it to the current day', () => {
  const week = { leadStatus: 'STK', fromDate: '2026-11-09', toDate: '2026-11-15' };
  const layout = layoutOf(address(week));
  expect(sameRange(layout, TODAY)).toBe('last7');
  expect(sameRange(layout, '2026-11-17')).toBeNull();
  const moving = withRange(layout, 'last7');
  expect(moving.filters).toEqual({ leadStatus: ['STK'], range: 'last7' });
  expect(rangeOf(moving)).toBe('last7');
  expect(textsOf(moving, TODAY)).toMatchObject(week);
  expect(textsOf(moving, '2026-11-17')).toMatchObject({ fromDate: '2026-11-10', toDate: '2026-11-16' });
  const all = [{ ...saved('Week', {}), layout: moving }];
  expect(currentOf(all, TODAY, address(week))?.name).toBe('Week');
  expect(currentOf(all, '2026-11-17', address(week))).toBeNull();
});

it('stores fixed days as days', () => {
  expect(withRange(layoutOf(address({ fromDate: '2026-11-01' })), null).filters).toEqual({ fromDate: '2026-11-01' });
  expect(daysText('2026-11-01', undefined)).toBe('Always from Nov 1, 2026 on');
  expect(daysText('2026-11-01', '2026-11-02')).toBe('Always Nov 1, 2026 to Nov 2, 2026');
  expect(daysText(undefined, undefined)).toBe('All days');
});
