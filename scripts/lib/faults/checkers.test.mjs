import { describe, expect, test } from 'vitest';
import {
  checkAnswers,
  checkBank,
  checkChain,
  checkCounter,
  checkDeliveries,
  checkFiles,
  checkMoney,
  checkRegister,
  checkSet,
} from './checkers.mjs';

describe('set', () => {
  const posts = [
    { id: 'a', outcome: 'unknown' },
    { id: 'a', outcome: 'stored', leadId: 'L1' },
    { id: 'a', outcome: 'stored', leadId: 'L1' },
    { id: 'b', outcome: 'refused' },
    { id: 'c', outcome: 'unknown' },
    { id: 'd', outcome: 'unknown' },
  ];
  const stored = [
    { id: 'a', leadId: 'L1' },
    { id: 'd', leadId: 'L4' },
  ];

  test('is consistent whether unanswered writes exist or not', () => {
    expect(checkSet({ posts, stored })).toEqual([]);
  });
  test.each([
    ['a lost lead', posts, stored.slice(1), 'post a is lost: lead L1'],
    ['a lead stored twice', posts, [...stored, { id: 'a', leadId: 'L9' }], 'post a is stored 2 times'],
    ['a lead stored though refused', posts, [...stored, { id: 'b', leadId: 'L2' }], 'post b was refused and is stored'],
    ['a lead of nobody', posts, [...stored, { id: 'x', leadId: 'L2' }], 'post x is stored and was never sent'],
    [
      'another lead at the second answer',
      [...posts, { id: 'a', outcome: 'stored', leadId: 'L7' }],
      stored,
      'post a was told two leads: L1 and L7',
    ],
  ])('finds %s', (_, sent, storedLeads, anomaly) => {
    expect(checkSet({ posts: sent, stored: storedLeads })).toContain(anomaly);
  });
});

describe('register', () => {
  const good = {
    writes: [
      { key: 'k', from: 1, value: 10, outcome: 'ok', to: 2 },
      { key: 'k', from: 1, value: 11, outcome: 'stale' },
      { key: 'k', from: 2, value: 12, outcome: 'unknown' },
      { key: 'k', from: 3, value: 13, outcome: 'ok', to: 4 },
    ],
    reads: [
      { key: 'k', version: 2, value: 10 },
      { key: 'k', version: 3, value: 12 },
    ],
    first: new Map([['k', { version: 1, value: 5 }]]),
    last: new Map([['k', { version: 4, value: 13 }]]),
  };
  const ending = (version, value) => ({ ...good, last: new Map([['k', { version, value }]]) });
  const writing = (...more) => ({ ...good, writes: [...good.writes, ...more] });

  test('is consistent if an unanswered write happened', () => {
    expect(checkRegister(good)).toEqual([]);
  });
  test('is consistent if another writer had written the same value', () => {
    expect(checkRegister(writing({ key: 'k', from: 3, value: 13, outcome: 'same' }))).toEqual([]);
  });
  test('is consistent if an unanswered write did not happen', () => {
    const writes = good.writes.slice(0, 3);
    expect(checkRegister({ ...ending(2, 10), writes, reads: [good.reads[0]] })).toEqual([]);
  });
  test.each([
    ['an acknowledged write that is gone', ending(3, 12), 'k: version 4 was acknowledged and 3 is there'],
    ['another value at the end', ending(4, 12), 'k: version 4 was 13 and 12'],
    ['a refused write', ending(5, 11), 'k: 11 at version 5 was refused'],
    ['a value that nobody wrote', ending(5, 99), 'k: 99 at version 5 was written by nobody'],
    [
      'a lost update',
      writing({ key: 'k', from: 3, value: 14, outcome: 'ok', to: 5 }),
      'k: 2 writes over version 3 were acknowledged',
    ],
    [
      'a value that was told to be there and was not',
      writing({ key: 'k', from: 3, value: 99, outcome: 'same' }),
      'k: 99 was told to be there after version 3 and was written by nobody',
    ],
    [
      'a read of something else',
      { ...good, reads: [...good.reads, { key: 'k', version: 2, value: 12 }] },
      'k: version 2 was 10 and 12',
    ],
  ])('finds %s', (_, history, anomaly) => {
    expect(checkRegister(history)).toContain(anomaly);
  });
});

describe('bank', () => {
  test('is consistent while the sum is constant', () => {
    expect(checkBank({ before: 100, totals: [{ when: 'at the end', sum: 100 }] })).toEqual([]);
  });
  test('finds money that was created or lost', () => {
    const totals = [
      { when: 'in between', sum: 90 },
      { when: 'at the end', sum: 100 },
    ];
    expect(checkBank({ before: 100, totals })).toEqual(['the budgets were 100 and 90 in between']);
  });
});

describe('chain', () => {
  const renewals = [
    { token: 'a', outcome: 'unknown' },
    { token: 'a', outcome: 'ok', next: 'b' },
    { token: 'a', outcome: 'ok', next: 'b' },
    { token: 'b', outcome: 'refused', excused: true },
  ];
  const live = [{ session: 1, tokens: 1 }];

  test('is consistent if a repeated renewal returns the same pair', () => {
    expect(checkChain({ renewals, live })).toEqual([]);
  });
  test.each([
    ['a fork', [...renewals, { token: 'a', outcome: 'ok', next: 'c' }], live, 'token a has 2 successors'],
    [
      'a successor of two',
      [...renewals, { token: 'x', outcome: 'ok', next: 'b' }],
      live,
      'token b has two predecessors',
    ],
    [
      'a token that died by itself',
      [...renewals, { token: 'c', outcome: 'refused', excused: false }],
      live,
      'token c was refused without a reason',
    ],
    ['two good tokens', renewals, [{ session: 1, tokens: 2 }], 'session 1 has 2 tokens that can be renewed'],
  ])('finds %s', (_, renewed, actual, anomaly) => {
    expect(checkChain({ renewals: renewed, live: actual })).toEqual([anomaly]);
  });
});

describe('files', () => {
  test('finds a file that was applied in part', () => {
    expect(checkFiles({ groups: [{ name: 'A', values: [3, 3, 3] }] })).toEqual([]);
    expect(checkFiles({ groups: [{ name: 'A', values: [3, 4, 3] }] })).toEqual(['file A was applied in part: 3, 4']);
  });
});

describe('counter', () => {
  const good = {
    accepted: new Map([[1, 2]]),
    stored: new Map([[1, 3]]),
    counted: new Map([[1, 3]]),
    differences: [],
  };

  test('is consistent if everything stored is counted', () => {
    expect(checkCounter(good)).toEqual([]);
  });
  test.each([
    ['a lead that is not counted', { counted: new Map([[1, 2]]) }, 'campaign 1: 3 stored and 2 counted'],
    ['a count without a lead', { counted: new Map([...good.counted, [2, 1]]) }, 'campaign 2: 0 stored and 1 counted'],
    ['an accepted lead that is not there', { accepted: new Map([[1, 4]]) }, 'campaign 1: 4 accepted and 3 stored'],
    ['what a recount finds', { differences: ['a day'] }, 'recount: a day'],
  ])('finds %s', (_, changed, anomaly) => {
    expect(checkCounter({ ...good, ...changed })).toEqual([anomaly]);
  });
});

describe('deliveries', () => {
  const good = {
    accepted: ['L1'],
    arrived: [
      { key: 'L1', body: 'one' },
      { key: 'L1', body: 'one' },
    ],
    stored: new Map([['L1', { status: 'DLV', acknowledged: 1 }]]),
  };

  test('may be repeated', () => {
    expect(checkDeliveries(good)).toEqual([]);
  });
  test.each([
    ['a lead that never came', { arrived: [] }, 'lead L1 never arrived'],
    ['a lead that waits', { stored: new Map([['L1', { status: 'VAL' }]]) }, 'lead L1 is VAL and not delivered'],
    [
      'a lead that was acknowledged twice',
      { stored: new Map([['L1', { status: 'DLV', acknowledged: 2 }]]) },
      'lead L1 was taken as accepted 2 times',
    ],
    ['two leads of one key', { arrived: [...good.arrived, { key: 'L1', body: 'two' }] }, 'key L1 came with two leads'],
    [
      'a lead that is not stored',
      { arrived: [...good.arrived, { key: 'L2', body: 'x' }] },
      'lead L2 arrived and is not stored',
    ],
  ])('finds %s', (_, changed, anomaly) => {
    expect(checkDeliveries({ ...good, ...changed })).toEqual([anomaly]);
  });
});

describe('money', () => {
  test('finds a bill that differs from the sum of its leads, on either side', () => {
    const leads = new Map([[1, { client: 500, media: 300 }]]);
    expect(checkMoney({ billed: new Map(leads), leads })).toEqual([]);
    expect(checkMoney({ billed: new Map([[1, { client: 500, media: 299 }]]), leads })).toHaveLength(1);
    expect(checkMoney({ billed: new Map(), leads })).toHaveLength(1);
  });
});

describe('answers', () => {
  test('finds internal errors', () => {
    const well = [
      [200, 5],
      [409, 2],
      [503, 9],
    ];
    expect(checkAnswers({ answers: new Map(well) })).toEqual([]);
    expect(checkAnswers({ answers: new Map([...well, [500, 3]]) })).toEqual(['3 calls were answered with 500']);
  });
});
