import { type Permission, SUB_STATUSES, type SubStatus } from '@paceline/contract';
import { describe, expect, it } from 'vitest';
import { campaignPath, listPath } from '../../../shared/campaign-path.ts';
import { ACTION_LABELS, actionsFor } from './prepare-actions.ts';

const all = () => true;
const at = (subStatus: SubStatus, ...others: SubStatus[]) => ({
  subStatus,
  statusReasons: [subStatus, ...others].map((code) => ({ code, message: '' })),
});

describe('available actions of a campaign', () => {
  it.each([
    ['DRAFT', ['activate', 'clone', 'delete']],
    ['LIVE', ['pause', 'end', 'clone', 'delete']],
    ['PAUSED', ['pause', 'resume', 'end', 'clone', 'delete']],
    ['ENDED', ['reopen', 'clone', 'delete']],
    ['DELETED', ['clone', 'restore']],
  ] as const)('%s: %j', (status, actions) => {
    expect(actionsFor(at(status), all)).toEqual(actions);
  });

  it('include cancelling a scheduled pause, also as a secondary reason', () => {
    expect(actionsFor(at('PAUSE_SCHEDULED'), all)).toContain('cancelPause');
    expect(actionsFor(at('CAP_DAY', 'PAUSE_SCHEDULED'), all)).toContain('cancelPause');
    expect(actionsFor(at('CAP_DAY'), all)).not.toContain('cancelPause');
    expect(actionsFor(at('ENDED', 'PAUSE_SCHEDULED'), all)).not.toContain('cancelPause');
  });

  it('are unique, frequent ones first and deleting last', () => {
    for (const status of SUB_STATUSES) {
      const actions = actionsFor(at(status), all);
      expect(new Set(actions).size).toBe(actions.length);
      expect(
        actions.toSorted((a, b) => Object.keys(ACTION_LABELS).indexOf(a) - Object.keys(ACTION_LABELS).indexOf(b)),
      ).toEqual(actions);
    }
  });

  it.each([
    ['campaigns:Status', 'LIVE', ['pause', 'end']],
    ['campaigns:Clone', 'LIVE', ['clone']],
    ['campaigns:Delete', 'LIVE', ['delete']],
    ['campaigns:Delete', 'DELETED', ['restore']],
    ['campaigns:View', 'LIVE', []],
  ] as const)('with %s alone at %s is %j', (right, status, actions) => {
    expect(actionsFor(at(status), (permission: Permission) => permission === right)).toEqual(actions);
  });
});

describe('the location of a campaign', () => {
  it.each([
    ['ag', 'ppl', /^\/s\/cl\/allocations\/campaigns\/ppl\/newcampaign\/7$/],
    ['mp', 'ppc', /^\/s\/mp\/.*7$/],
    ['ag', 'social', /social.*7$/],
    ['ag', 'programmaticDisplay', /programmatic.*7$/i],
  ] as const)('for %s in %s', (group, channel, path) => {
    expect(campaignPath(group, channel, 7)).toMatch(path);
  });

  it('is in the list of its channel; a new one has no key', () => {
    for (const channel of ['ppl', 'ppc', 'social', 'programmaticDisplay', 'email'] as const)
      expect(campaignPath('ag', channel, 7)).toBe(`${campaignPath('ag', channel)}/7`);
    expect(listPath('ag', 'ppc')).not.toBe(listPath('ag', 'social'));
    expect(listPath('ag', 'programmaticDisplay')).toMatch(/programmatic/i);
    expect(listPath('ag', 'email')).toBe(listPath('ag', 'ppl'));
    expect(listPath('mp', 'ppl')).toMatch(/^\/s\/mp\//);
  });
});
