import type { WidgetAnswer } from '@paceline/contract';
import { describe, expect, it } from 'vitest';
import { anAnswer } from '../../../testing/widgets.ts';
import { pngFile } from './png-file.ts';
import { widgetCsv } from './prepare-file.ts';

const answer = (data: WidgetAnswer['data'], totals: WidgetAnswer['totals'] = {}) => anAnswer({ data, totals });
const columns = [
  { key: 'channel', label: 'Channel "paid"', format: null },
  { key: 'note', label: 'Note', format: null },
  { key: 'spend', label: 'Spend', format: { kind: 'dollar' as const } },
  { key: 'rate', label: 'Rate', format: { kind: 'percent' as const } },
];

describe('the file of a widget', () => {
  it('has quoted names, plain numbers, and totals below', () => {
    const file = widgetCsv(
      answer([{ channel: 'Pay per lead', note: 'x', spend: 1234.5, rate: 12.345 }], { spend: 1234.5, note: 'never' }),
      columns,
    );
    expect(file.split('\r\n')).toEqual([
      '"Channel ""paid""","Note","Spend","Rate"',
      'Pay per lead,x,1234.5,12.3',
      'Total,,1234.5,',
    ]);
  });

  it('says above the totals that it has the first rows only', () => {
    const file = widgetCsv({ ...answer([{ channel: 'A', spend: 1 }], { spend: 9 }), rowsInAll: 5 }, columns);
    expect(file.split('\r\n').slice(-2)).toEqual(['First 1 of 5 rows,,,', 'Total,,9,']);
  });

  it('says below the totals what they exclude', () => {
    const unattributed = { spend: 88.5, campaigns: 2, channels: ['ppc' as const] };
    const file = widgetCsv({ ...answer([{ channel: 'A', spend: 1 }], { spend: 1 }), unattributed }, columns);
    expect(file.split('\r\n').slice(-2)).toEqual(['Total,,1,', '"Unattributed, not in the total",,88.5,']);
  });

  it('leaves a missing number empty and writes no totals without any', () => {
    expect(widgetCsv(answer([{ channel: 'A', spend: null }]), columns).split('\r\n')[1]).toBe('A,,,');
    expect(widgetCsv(answer([{ channel: 'A' }]), columns).split('\r\n')).toHaveLength(2);
  });

  it('sums the first column if it is numeric', () => {
    const [first] = columns.slice(2);
    expect(first && widgetCsv(answer([{ spend: 1 }], { spend: 3 }), [first])).toBe('"Spend"\r\n1\r\n3');
  });

  it.each([
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@cmd', "'@cmd"],
    ['\tx', "'\tx"],
    ['a,b', '"a,b"'],
    ['say "x"', '"say ""x"""'],
    ['=a,"b"', '"\'=a,""b"""'],
    ['two\nlines', '"two\nlines"'],
  ])('writes %j so that no spreadsheet executes or splits it', (channel, cell) => {
    expect(widgetCsv(answer([{ channel, note: '' }]), columns.slice(0, 1))).toContain(`\r\n${cell}`);
  });
});

describe('the picture of a chart', () => {
  it('is decoded from its data URL', async () => {
    const file = pngFile('data:image/png;base64,iVBORw==', 'spend.png');
    expect(file).toMatchObject({ name: 'spend.png', blob: { type: 'image/png', size: 4 } });
  });

  it('is missing without a chart', () => {
    expect(pngFile(null, 'x.png')).toBeNull();
    expect(pngFile('data:image/svg+xml,<svg/>', 'x.png')).toBeNull();
  });
});
