import {
  clickSearch,
  INTEGRATION_RIGHT,
  MILESTONE_RIGHT,
  permissionOf,
  RECONCILIATION_RIGHT,
  type RouteName,
  savedViewList,
  screenOf,
} from '@paceline/contract';
import { expect, it } from 'vitest';

it.each<[RouteName, object]>([
  ['apiKeys', INTEGRATION_RIGHT],
  ['webhooks', INTEGRATION_RIGHT],
  ['milestoneImport', MILESTONE_RIGHT],
  ['reconciliation', { ag: RECONCILIATION_RIGHT.ag, cl: RECONCILIATION_RIGHT.cl }],
  ['mpReconciliation', { mp: RECONCILIATION_RIGHT.mp }],
  ['clicks', { ag: clickSearch.permission }],
  ['mpClicks', { mp: clickSearch.permission }],
  ['savedViews', { ag: savedViewList.permission, cl: savedViewList.permission }],
  ['mpSavedViews', { mp: savedViewList.permission }],
])('%s needs the right that its calls need', (name, rights) => {
  const screen = screenOf(name);
  const needed = (screen.groups ?? []).map((group) => [group, permissionOf(screen, group)]);
  expect(Object.fromEntries(needed)).toEqual(rights);
});
