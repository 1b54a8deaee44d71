import type { NamedLayout } from '@paceline/contract';
import { expect, it } from 'vitest';
import { currentOf, layoutOf, textsOf } from './prepare-saved.ts';

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

it('stores what the address says and brings it back, without persons', () => {
  const layout = layoutOf(address({ leadStatus: 'STK,HLD', keyword: 'TX, 9', person: 'a@b.example', ownerKey: '4' }));
  expect(layout.filters).toEqual({ leadStatus: ['STK', 'HLD'], keyword: 'TX, 9' });
  expect(textsOf(layout)).toMatchObject({ leadStatus: 'STK,HLD', keyword: 'TX, 9', campus: undefined });
});

it('knows which saved filter is shown', () => {
  const all = [saved('Stuck', { leadStatus: 'STK' }), saved('Both', { leadStatus: 'STK,HLD' })];
  expect(currentOf(all, address({ leadStatus: 'HLD,STK' }))?.name).toBe('Both');
  expect(currentOf(all, address({ leadStatus: 'STK', state: 'OH' }))).toBeNull();
  expect(currentOf(all, address({}))).toBeNull();
});
