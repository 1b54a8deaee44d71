import { isKeyPermission } from '@paceline/contract';
import { expect, test } from 'vitest';
import { offRecord } from './testing/calls/audited-calls.ts';
import { callLine } from './testing/calls/call-line.ts';
import { registeredCalls } from './testing/calls/registered-calls.ts';

const calls = await registeredCalls();
const HEAD = `# Every call: address; groups; right; where its owner comes from; API keys; audit log; what is unusual.
# Written by \`npx vitest run app.calls -u\`. A changed line is a decision: a guard, an owner or an audit line is never lost by accident.
`;

test('the calls are as app.calls.txt has them (`-u` writes it)', async () => {
  const reasons = offRecord(calls);
  const lines = calls.map((call) => callLine(call, reasons)).toSorted();
  await expect(`${HEAD}\n${lines.join('\n')}\n`).toMatchFileSnapshot('app.calls.txt');
});

test('no call that accepts an API key needs a right that keys cannot have', () => {
  const rights = calls
    .filter(({ apiKey, groups }) => apiKey && groups !== 'public')
    .flatMap(({ permission }) => [permission].flat());
  expect(rights.filter((right) => right !== 'none' && !isKeyPermission(right))).toEqual([]);
});
