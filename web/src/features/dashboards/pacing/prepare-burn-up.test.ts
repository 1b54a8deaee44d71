import { describe, expect, it } from 'vitest';
import { aSummary } from '../../../testing/pacing.ts';
import { chartColours } from '../../../ui/chart/palette.ts';
import { burnUpChart, burnUpLabel, burnUpRows, dayLines } from './prepare-burn-up.ts';

const colours = chartColours(false);
type Series = { name: string; data: (number | null)[]; lineStyle: object; markLine?: { data: unknown[] } };
const seriesOf = (summary = aSummary()) => burnUpChart(summary)(colours).series as unknown as Series[];

describe('the burn-up', () => {
  it('draws actuals solid, the plan grey, the projection dashed with its range, and the budget as a line', () => {
    const [spent, plan, projection, low, range] = seriesOf();
    expect(spent).toMatchObject({ name: 'Spent', lineStyle: { color: colours.series[0] } });
    expect(spent?.data.slice(8, 11)).toEqual([900, 1_000, null]);
    expect(spent?.markLine?.data).toEqual([{ yAxis: 2_700 }]);
    expect(plan).toMatchObject({ name: 'Plan', lineStyle: { color: colours.dimmed } });
    expect(projection).toMatchObject({ name: 'Projection', lineStyle: { type: 'dashed' } });
    expect(projection?.data.slice(8, 11)).toEqual([null, 1_000, 1_100]);
    expect([projection?.data.at(-1), low?.data.at(-1), range?.data.at(-1)]).toEqual([3_000, 2_900, 300]);
    expect([low, range]).toMatchObject([
      { stack: 'range', silent: true },
      { stack: 'range', silent: true },
    ]);
  });

  it('draws no projection of a finished month, and no budget without one', () => {
    const days = aSummary().days.map((day) => ({ ...day, projected: null, low: null, high: null }));
    const series = seriesOf(aSummary({ days, totals: {} }));
    expect(series.map(({ name }) => name)).toEqual(['Spent', 'Plan']);
    expect(series[0]?.markLine).toBeUndefined();
  });

  it('draws days missing from an ad account dotted, joined to the last complete day, with a note', () => {
    const days = aSummary().days.map((day, index) => ({ ...day, late: index === 8 || index === 9 }));
    const [spent, late] = seriesOf(aSummary({ days }));
    expect(spent?.data.slice(6, 11)).toEqual([700, 800, null, null, null]);
    expect(late).toMatchObject({ name: 'Spent (an ad account is late)', lineStyle: { type: 'dotted' } });
    expect(late?.data.slice(6, 11)).toEqual([null, 800, 900, 1_000, null]);
    expect(days[9] && dayLines(days[9])).toContain('Spent (an ad account is late): $1,000');
    expect(burnUpLabel(aSummary({ days }))).toContain('$1,000 by Nov 10, 2026, an ad account is late');
    expect(burnUpRows(aSummary({ days }))[9]?.cells[0]).toBe('$1,000 (an ad account is late)');
  });

  it('describes a day and the whole in words', () => {
    const { days } = aSummary();
    expect(days[8] && dayLines(days[8])).toEqual(['Nov 9', 'Spent: $900', 'Plan: $810']);
    expect(days[9] && dayLines(days[9])).toEqual(['Nov 10', 'Spent: $1,000', 'Plan: $900']);
    expect(days[29] && dayLines(days[29])).toEqual([
      'Nov 30',
      'Plan: $2,700',
      'Projection: $3,000',
      '8 in 10: $2,900 – $3,200',
    ]);
    expect(burnUpLabel(aSummary())).toBe(
      'Spend by day: $1,000 by Nov 10, 2026, planned $900; projected $3,000; budget $2,700',
    );
    expect(burnUpLabel(aSummary({ days: [], totals: {} }))).toBe('Spend by day: none yet');
  });

  it('has the same data as a table', () => {
    const rows = burnUpRows(aSummary());
    expect(rows).toHaveLength(30);
    expect(rows[0]).toEqual({ day: 'Nov 1, 2026', cells: ['$100', '$90', '–', '–', '–'] });
    expect(rows[29]?.cells).toEqual(['–', '$2,700', '$3,000', '$2,900', '$3,200']);
  });
});
