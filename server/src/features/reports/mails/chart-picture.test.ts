import { loadImage } from '@napi-rs/canvas';
import { expect, test } from 'vitest';
import { drawChart, PICTURE } from './chart-picture.ts';
import { type ReportTable } from './report-table.rules.ts';

const NAME = { key: 'campaign', label: 'Campaign', role: 'dimension', kind: 'text' } as const;
const LEADS = { key: 'validLeads', label: 'Leads', role: 'measure', measure: 'validLeads', kind: 'count' } as const;

test.each(['bar', 'line', 'pie', 'stackedBar', 'table'] as const)(
  'draws a %s with names that do not fit',
  async (chart) => {
    const table: ReportTable = {
      names: [NAME],
      numbers: [LEADS],
      hasMore: false,
      rows: Array.from({ length: 12 }, (_, index) => ({
        campaign: `Hartwell Technical Institute, Nursing and Health Sciences, Campaign ${index}`,
        validLeads: index + 1,
      })),
      total: { validLeads: 78 },
      granularity: null,
      days: 'Aug 1 – Oct 31',
      compared: null,
    };
    const { width, height } = await loadImage(drawChart(chart, table));
    expect([width, height]).toEqual([PICTURE.width * PICTURE.density, PICTURE.height * PICTURE.density]);
  },
);
