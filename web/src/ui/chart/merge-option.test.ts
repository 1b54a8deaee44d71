import { describe, expect, it } from 'vitest';
import { mergeOption } from './merge-option.ts';
import { chartColours } from './palette.ts';

const light = chartColours(false);

describe('common options of charts', () => {
  it('use the scheme’s colours, without animation', () => {
    expect(mergeOption(light, {})).toMatchObject({
      color: light.series,
      animation: false,
      textStyle: { color: light.text },
      tooltip: { renderMode: 'richText', backgroundColor: light.surface, borderColor: light.line },
    });
    expect(mergeOption(chartColours(true), {})).not.toMatchObject({ textStyle: { color: light.text } });
  });

  it('are overridden by the chart’s own', () => {
    const series = [{ type: 'bar' as const, data: [1] }];
    expect(mergeOption(light, { animation: true, series })).toMatchObject({ animation: true, series });
  });

  it('keep the tooltip on the canvas if the chart sets its content', () => {
    const formatter = () => 'text';
    const { tooltip } = mergeOption(light, { tooltip: { trigger: 'axis', formatter, textStyle: { fontSize: 14 } } });
    expect(tooltip).toEqual({
      renderMode: 'richText',
      trigger: 'axis',
      formatter: expect.any(Function),
      position: expect.any(Function),
      padding: [6, 10],
      backgroundColor: light.surface,
      borderColor: light.line,
      textStyle: { color: light.text, fontSize: 14 },
    });
  });

  it('allow no HTML tooltip, which the CSP would refuse', () => {
    for (const tooltip of [{ renderMode: 'html' as const }, [{ renderMode: 'html' as const }]])
      expect(mergeOption(light, { tooltip }).tooltip).toMatchObject({ renderMode: 'richText' });
  });
});
