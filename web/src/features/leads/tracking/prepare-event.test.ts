import { expect, it } from 'vitest';
import { eventTitle } from './prepare-event.ts';

it.each([
  [{ trackingTypeCode: 'API', transactionTypeCode: 'POST' }, 'Lead post received'],
  [{ trackingTypeCode: 'CLK', transactionTypeCode: null }, 'Click'],
  [{ trackingTypeCode: 'PBK', transactionTypeCode: 'NOTIFY' }, 'Server postback'],
  [{ trackingTypeCode: null, transactionTypeCode: 'NOTIFY' }, 'Notification sent'],
] as const)('names the event %o', (event, title) => {
  expect(eventTitle(event)).toBe(title);
});
