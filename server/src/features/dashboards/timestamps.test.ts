import {
  reportingTimestamps,
  reportQuestion,
  type UserGroup,
  WIDGET_CALLS,
  type WidgetAnswer,
} from '@paceline/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { type ReplicaState } from '../../db/replica/follow.ts';
import { makeScope } from '../../db/scope/make-scope.ts';
import { createAnswers } from '../../shared/answers/answers.ts';
import { useApp } from '../../testing/app.ts';
import { makeOwner } from '../../testing/factories/factories.ts';
import { getTimestamps } from './dashboards.service.ts';

const harness = useApp();
let ownerKey: number;
beforeAll(async () => {
  ({ ownerKey } = await harness.asMigrator(makeOwner));
});

describe('the times of an owner’s data', () => {
  const replicaAt = async (group: UserGroup, state: ReplicaState) => {
    const { db, clock } = harness;
    const scope = makeScope({ userKey: null, group, ownerKeys: [ownerKey], partnerKey: null });
    const deps = { db, clock, answers: createAnswers({ db, clock }), reports: { state } };
    return (await getTimestamps(deps, { scope, group, permissions: new Set() }, ownerKey)).replica;
  };

  test('tell the agency only about the replica that serves reports', async () => {
    expect(await replicaAt('ag', { state: 'used', lagMs: 12.4 })).toEqual({ state: 'used', lagSeconds: 0.012 });
    expect(await replicaAt('ag', { state: 'late', lagMs: 6_200 })).toEqual({ state: 'late', lagSeconds: 6.2 });
    expect(await replicaAt('ag', { state: 'away', reason: 'gone' })).toEqual({ state: 'away', lagSeconds: null });
    expect(await replicaAt('cl', { state: 'used', lagMs: 0 })).toBeNull();
  });

  test('mention no replica where there is none', async () => {
    const user = await harness.signedIn('ag', { owner: ownerKey });
    const { body } = await harness.call(reportingTimestamps, user, { params: { owner: String(ownerKey) } });
    expect(body.data).toMatchObject({ replica: null });
  });
});

test('for days including the owner’s today, are a few seconds behind', async () => {
  // Still the 9th in New York.
  harness.clock.set(new Date('2026-03-10T03:30:00Z'));
  const user = await harness.signedIn('ag', { owner: ownerKey, permissions: ['reports:View', 'reports:Build'] });
  const live = expect.stringContaining('a few seconds behind');
  const notesOf = async (endDate: string): Promise<string[]> => {
    const body = { ownerKey, startDate: '2026-03-01', endDate };
    const widget = await harness.call(WIDGET_CALLS.mediaFigures, user, { body });
    const question = {
      channel: 'all',
      vertical: 'all',
      measures: ['validLeads'],
      period: { from: '2026-03-01', to: endDate },
    };
    const answer = await harness.call(reportQuestion, user, { body: { ownerKey, question } as never });
    const [ofWidget, ofQuestion] = [widget, answer].map(({ body: { data } }) => (data as WidgetAnswer).notes);
    expect(ofQuestion).toEqual(ofWidget);
    return ofWidget ?? [];
  };
  expect(await notesOf('2026-03-09')).toEqual([live]);
  expect(await notesOf('2026-03-08')).toEqual([]);
});
