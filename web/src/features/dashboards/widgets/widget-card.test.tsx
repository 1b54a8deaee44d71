import type { WidgetAnswer } from '@paceline/contract';
import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { saveFile } from '../../../lib/files/download.ts';
import { json, refusal, serve, success } from '../../../testing/fetch.ts';
import { showPage } from '../../../testing/page.tsx';
import { signedIn, signedOut } from '../../../testing/session.ts';
import { anAnswer } from '../../../testing/widgets.ts';
import type { ChartPoint } from '../../../ui/chart/chart.tsx';
import type { Slot } from '../dashboards.ts';
import { WidgetCard } from './widget-card.tsx';

// No canvas here: the chart is a button that picks Texas, with a picture of four bytes.
vi.mock('../../../ui/chart/us-map.ts', () => ({ registerUsMap: () => undefined }));
vi.mock('../../../ui/chart/chart.tsx', async () => {
  const { useImperativeHandle } = await import('react');
  return {
    Chart: ({ label, onPick, handle }: { label: string; onPick: (point: ChartPoint) => void; handle: never }) => {
      useImperativeHandle(handle, () => ({ toPng: () => 'data:image/png;base64,iVBORw==' }));
      return (
        <button type="button" onClick={() => onPick({ index: 0, series: 0 })}>
          {label}
        </button>
      );
    },
  };
});
vi.mock('../../../lib/files/download.ts', () => ({ saveFile: vi.fn() }));

beforeEach(() => {
  signedIn({ permissions: { reports: ['View'] } });
  vi.mocked(saveFile).mockClear();
});
afterEach(() => {
  signedOut();
  localStorage.clear();
});

const CHANNELS: Slot = { slot: 'topChannels', widget: 'topChannels', title: 'Top channels', view: 'table' };
const STATES: Slot = { slot: 'states', widget: 'topPerformingStates', title: 'Top states', view: 'map', wide: true };
const channels = anAnswer({
  data: [
    { channelName: 'Search', validLeads: 30, spend: 1500, rowKey: '[1,null]' },
    { channelName: null, validLeads: 12, spend: null, rowKey: '[null,null]' },
  ],
  totals: { validLeads: 42, spend: 1500 },
  compared: { from: '2026-10-01', to: '2026-10-10' },
  notes: ['Ratios wait for two months.'],
});

const show = (place: Slot, answers: (() => Response)[], over: Partial<Parameters<typeof WidgetCard>[0]> = {}) => {
  const requests = serve({ '': () => (answers.length > 1 ? answers.shift() : answers[0])?.() ?? json(500, {}) });
  const onPick = vi.fn();
  return showPage(() => (
    <WidgetCard
      place={place}
      body={{ ownerKey: 1 }}
      today="2026-11-11"
      labels="default"
      group="ag"
      arranging={null}
      onPick={onPick}
      {...over}
    />
  )).then((page) => ({ ...page, requests, onPick }));
};
const cells = (row: HTMLElement): string[] =>
  within(row)
    .getAllByRole('cell')
    .map((cell) => cell.textContent);
const rows = async (): Promise<string[][]> => {
  const table = await screen.findByRole('table');
  return within(table).getAllByRole('row').slice(1).map(cells);
};
const choose = async (user: Awaited<ReturnType<typeof show>>['user'], title: string, item: string) => {
  await user.click(screen.getByRole('button', { name: `${title}: more` }));
  await user.click(await screen.findByRole('menuitem', { name: item }));
};

const addColumn = async (user: Awaited<ReturnType<typeof show>>['user'], label: string) => {
  await user.click(await screen.findByRole('button', { name: /: columns, / }));
  await user.click(await screen.findByRole('checkbox', { name: label }));
  await user.keyboard('{Escape}');
};

describe('a widget of rows', () => {
  it('shows a dash with its reason for an unknown number', async () => {
    const reason = 'Budgets are set for campaigns.';
    const answer = { ...channels, blank: { spend: reason } };
    await show(CHANNELS, [() => success(answer)]);
    const dashes = await screen.findAllByRole('button', { name: `No number. ${reason}` });
    expect(dashes.map(({ textContent }) => textContent)).toEqual(['–', '–', '–']);
  });

  const YOUNG = { cpe: { counted: 'cohort', percentMatured: 4, comparedPercentMatured: null } } as const;

  it('shows no cost of immature outcomes', async () => {
    const [search] = channels.data;
    const answer = { ...channels, data: [{ ...search, cpe: 19_220.99 }], totals: { cpe: 19_220.99 }, basis: YOUNG };
    await show(CHANNELS, [() => success(answer)]);
    const early = await screen.findAllByRole('button', { name: /^too early\. Too early to judge: .*4% matured/ });
    expect(early).toHaveLength(2);
    expect(document.body.textContent).not.toContain('19,220');
  });

  it('shows the mature cost in place of an immature one among its key figures, linked to its table', async () => {
    const place: Slot = { slot: 'figures', widget: 'mediaFigures', title: 'Key Figures', view: 'tiles' };
    const totals = { spend: 1500, cpe: 19_220.99, matureCpe: 948.48, matureCpeNote: 'Of inquiries since January.' };
    const { user, onPick } = await show(place, [() => success({ ...channels, data: [totals], totals, basis: YOUNG })]);
    await user.click(await screen.findByRole('button', { name: '$948.48. Of inquiries since January.' }));
    expect(onPick).toHaveBeenCalledWith(expect.objectContaining({ value: 948.48, row: null }));
    expect(screen.getByText(/^Based on matured inquiries of the last 540 days$/)).toBeTruthy();
  });

  it('names costs that are attributed to leads', async () => {
    await show(CHANNELS, [() => success({ ...channels, attributedToLeads: ['spend', 'cpe'] })]);
    await screen.findByRole('columnheader', { name: 'Spend (attributed)' });
    expect(screen.getByRole('columnheader', { name: 'Valid Leads' })).toBeTruthy();
    expect(screen.getByRole('columnheader', { name: /^Cost Per Enrollment \(attributed\)$/ })).toBeTruthy();
  });

  it('shows the reason in place of rows if nothing can be computed', async () => {
    await show(CHANNELS, [() => success({ ...anAnswer({ data: [] }), blank: { spend: 'No campus has a budget.' } })]);
    expect(await screen.findByText('No campus has a budget.')).toBeTruthy();
  });

  it('sends the page’s body and its own, and shows its days', async () => {
    const { requests } = await show({ ...CHANNELS, body: { channels: ['ppl'] } }, [() => success(channels)]);
    expect((await rows())[0]?.slice(0, 4)).toEqual(['Search', '30', '–', '$1,500.00']);
    expect(requests).toMatchObject([{ method: 'POST', body: { ownerKey: 1, channels: ['ppl'] } }]);
    expect(screen.getByRole('region', { name: 'Top channels' }).textContent).toContain(
      'Nov 1 – 10, 2026, compared with Oct 1 – 10, 2026 · as of Nov 10, 2026',
    );
    expect(screen.getByText('Ratios wait for two months.').tagName).toBe('P');
  });

  it('shows a dash for unknown values, and totals below', async () => {
    await show(CHANNELS, [() => success(channels)]);
    const all = await rows();
    expect(all[1]?.slice(0, 4)).toEqual(['No custom channel', '12', '–', '–']);
    expect(all[2]?.slice(0, 4)).toEqual(['Total', '42', '–', '$1,500.00']);
  });

  it('passes on a clicked row, figure or total with its query', async () => {
    const place = { ...CHANNELS, body: { channels: ['ppl'] } };
    const { user, onPick } = await show(place, [() => success(channels)]);
    await user.click(await screen.findByRole('button', { name: 'Search' }));
    await user.click(screen.getByRole('button', { name: '30' }));
    await user.click(screen.getByRole('button', { name: '42' }));
    const question = { place, body: { ownerKey: 1, channels: ['ppl'] } };
    const [row] = channels.data;
    expect(onPick.mock.calls).toMatchObject([
      [{ ...question, row, column: null, value: null }],
      [{ ...question, row, column: { key: 'validLeads', metric: 'validLeads' }, value: 30 }],
      [{ ...question, row: null, column: { key: 'validLeads' }, value: 42 }],
    ]);
    // Unknown values are not clickable.
    expect(screen.queryAllByRole('button', { name: '–' })).toHaveLength(0);
  });

  it('is sorted by the server when a heading is clicked: descending, ascending, default', async () => {
    const { user, requests } = await show(CHANNELS, [() => success({ ...channels, rowsInAll: 34 })]);
    await rows();
    expect(screen.getByText('First 2 of 34 rows')).toBeTruthy();
    const head = () => screen.getByRole('columnheader', { name: 'Spend' });
    const press = () => user.click(within(head()).getByRole('button'));
    expect(head().getAttribute('aria-sort')).toBe('none');
    await press();
    expect(head().getAttribute('aria-sort')).toBe('descending');
    await press();
    expect(head().getAttribute('aria-sort')).toBe('ascending');
    await press();
    expect(head().getAttribute('aria-sort')).toBe('none');
    await expect.poll(() => requests.length).toBeGreaterThan(2);
    expect(requests.slice(0, 3).map(({ body }) => body)).toEqual([
      { ownerKey: 1 },
      { ownerKey: 1, sort: 'spend', order: 'desc' },
      { ownerKey: 1, sort: 'spend', order: 'asc' },
    ]);
  });

  it('sorts complete rows itself, with unknown values and the ungrouped row last', async () => {
    const place: Slot = { slot: 'p', widget: 'pacingBrand', title: 'Pacing', view: 'heat' };
    const data: WidgetAnswer['data'] = [
      { brand: 'North', budget: 10 },
      { brand: 'South', budget: null },
      { brand: 'West', budget: 30 },
      { brand: 'Not assigned', budget: 90, line: 'notAssigned' },
    ];
    const { user, requests } = await show(place, [() => success(anAnswer({ data }))]);
    const names = async () => (await rows()).slice(0, 4).map(([name]) => name);
    await user.click(await screen.findByRole('button', { name: 'Budget' }));
    expect(await names()).toEqual(['West', 'North', 'South', 'Not assigned']);
    await user.click(screen.getByRole('button', { name: 'Budget' }));
    expect(await names()).toEqual(['North', 'West', 'South', 'Not assigned']);
    expect(requests).toHaveLength(1);
  });

  it('remembers the chosen columns', async () => {
    const shown = await show(CHANNELS, [() => success(channels)]);
    await rows();
    expect(screen.queryByRole('columnheader', { name: 'Call Conversions' })).toBeNull();
    await shown.user.click(screen.getByRole('button', { name: /^Top channels: columns, \d+ of \d+ shown$/ }));
    await shown.user.click(await screen.findByRole('checkbox', { name: 'Call Conversions' }));
    await shown.user.click(screen.getByRole('checkbox', { name: 'Spend' }));
    expect(await screen.findByRole('columnheader', { name: 'Call Conversions' })).toBeTruthy();
    expect(screen.queryByRole('columnheader', { name: 'Spend' })).toBeNull();
    shown.unmount();
    await show(CHANNELS, [() => success(channels)]);
    expect(await screen.findByRole('columnheader', { name: 'Call Conversions' })).toBeTruthy();
  });

  it('loads all rows in full screen', async () => {
    const { user, requests } = await show(CHANNELS, [() => success(channels)]);
    await rows();
    await choose(user, 'Top channels', 'Full screen');
    await screen.findByRole('dialog', { name: 'Top channels, Nov 1 – 10, 2026' });
    await expect.poll(() => requests.at(-1)?.body).toEqual({ ownerKey: 1, limit: 500 });
  });

  it('exports its table into a file named after it', async () => {
    const { user } = await show(CHANNELS, [() => success(channels)]);
    await rows();
    await choose(user, 'Top channels', 'Download CSV');
    const file = vi.mocked(saveFile).mock.lastCall?.[0];
    expect(file?.name).toBe('top-channels-2026-11-01-to-2026-11-10.csv');
    expect(file?.blob.type).toBe('text/csv;charset=utf-8');
  });

  it('shows an empty state, which is no error', async () => {
    await show(CHANNELS, [() => success(anAnswer())]);
    await screen.findByText('No data for these dates and filters.');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('shows a load error with the request id, and a retry', async () => {
    const answers = [() => refusal(500, 'INTERNAL', 'It broke.'), () => success(channels)];
    const { user } = await show(CHANNELS, answers);
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('It broke.');
    expect(alert.textContent).toContain('r-no');
    await user.click(within(alert).getByRole('button', { name: 'Try again' }));
    expect((await rows())[0]?.[0]).toBe('Search');
  });

  it('shades values over or under budget and says so in a word', async () => {
    const place: Slot = { slot: 'p', widget: 'pacingBrand', title: 'Pacing', view: 'heat' };
    const data: WidgetAnswer['data'] = [
      { brand: 'North', projectionToBudget: 140, diffToBudget: 60, delta: 12 },
      { brand: 'South', projectionToBudget: 60, delta: -3 },
      { brand: 'West', projectionToBudget: 100, cappedCampaigns: 2, delta: 0 },
    ];
    const { user } = await show(place, [() => success(anAnswer({ data }))]);
    await addColumn(user, 'Delta');
    const table = await screen.findByRole('table');
    const marks = within(table)
      .getAllByRole('row')
      .slice(1, 4)
      .map((row) => [row.dataset['mark'], row.textContent.match(/Over|Under|2 capped/)?.[0]]);
    expect(marks).toEqual([
      ['over', 'Over'],
      ['under', 'Under'],
      ['on', '2 capped'],
    ]);
    // Differences are shown with their sign.
    expect(table.querySelectorAll('tbody [data-key="delta"]')[0]?.textContent).toMatch(/^\+/);
  });
});

describe('a chart widget', () => {
  const states = anAnswer({ data: [{ stateCode: 'US-TX', stateName: 'Texas', leadVolume: 9 }] });

  it('is a map with its table beside it; clicking a state selects its row', async () => {
    const { user, onPick } = await show(STATES, [() => success(states)]);
    await user.click(await screen.findByRole('button', { name: 'Top states, as a chart' }));
    expect(onPick.mock.calls).toMatchObject([
      [{ place: STATES, row: states.data[0], column: { key: 'leadVolume' }, value: 9 }],
    ]);
    expect(screen.getByRole('group', { name: 'Top states, as a table' }).textContent).toContain('Texas');
    expect(screen.getByRole('radiogroup', { name: 'Number to show' }).querySelectorAll('input')).toHaveLength(6);
  });

  it('can switch between table and chart', async () => {
    const place: Slot = { slot: 'b', widget: 'conversionsBar', title: 'Conversions', view: 'bars' };
    const { user } = await show(place, [() => success(anAnswer({ data: [{ date: '2026-10-01', inquiries: 5 }] }))]);
    await screen.findByRole('button', { name: 'Conversions, as a chart' });
    await choose(user, 'Conversions', 'View as table');
    expect((await rows())[0]?.slice(0, 2)).toEqual(['Oct 2026', '5']);
    await user.click(screen.getByRole('button', { name: 'Conversions: more' }));
    expect(screen.queryByRole('menuitem', { name: 'Download PNG' })).toBeNull();
    await user.click(await screen.findByRole('menuitem', { name: 'View as chart' }));
    expect(screen.queryByRole('table')).toBeNull();
  });

  it('exports a picture, and opens in full screen', async () => {
    const { user } = await show(STATES, [() => success(states)]);
    await screen.findByRole('button', { name: 'Top states, as a chart' });
    await choose(user, 'Top states', 'Download PNG');
    expect(vi.mocked(saveFile).mock.lastCall?.[0]).toMatchObject({
      name: 'top-states-2026-11-01-to-2026-11-10.png',
      blob: { size: 4 },
    });
    await choose(user, 'Top states', 'Full screen');
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByRole('button', { name: 'Top states, as a chart' })).not.toBeNull();
  });

  it('has a selector for the number beside spend', async () => {
    const place: Slot = { slot: 's', widget: 'spendVsPerformance', title: 'Spend', view: 'twoAxes' };
    await show(place, [() => success(anAnswer({ data: [{ date: '2026-10-01', spend: 5, inquiries: 1 }] }))]);
    await screen.findByRole('button', { name: 'Spend, as a chart' });
    const choices = screen.getAllByRole<HTMLInputElement>('radio');
    expect(choices.map(({ value }) => value)).toEqual(['inquiries', 'applications', 'enrollments', 'cpl', 'cpe']);
    expect(choices.find(({ checked }) => checked)?.value).toBe('inquiries');
    fireEvent.click(choices[3] as HTMLInputElement);
    expect(screen.getAllByRole<HTMLInputElement>('radio')[3]?.checked).toBe(true);
  });
});

describe('key figures', () => {
  const HEADLINE: Slot = { slot: 'h', widget: 'reportingHeadline', title: 'Key Figures', view: 'headline', wide: true };
  const cohort = { counted: 'cohort' as const, percentMatured: 1.2, comparedPercentMatured: 6 };
  const event = { counted: 'event' as const, percentMatured: null, comparedPercentMatured: null };
  const month = anAnswer({
    grain: 'day',
    compared: { from: '2026-10-01', to: '2026-10-10' },
    data: [1, 2, 3].map((day) => ({
      date: `2026-11-0${day}`,
      inquiries: day,
      spend: day,
      cpl: 1,
      enrollments: 1,
      cpe: 9,
    })),
    totals: {
      inquiries: 546,
      inquiriesPrevious: 527,
      inquiriesChange: 3.6,
      spend: 34_158,
      spendPrevious: 33_000,
      spendChange: 3.4,
      cpl: 62.56,
      cplPrevious: 70,
      cplChange: -10.6,
      enrollments: 42,
      enrollmentsPrevious: 50,
      enrollmentsChange: -16,
      cpe: 17_079,
      cpePrevious: 9000,
      cpeChange: null,
      budget: 70_600,
      spendProjection: 69_955,
      inquiryGoal: 1200,
      leadProjection: 1020,
      matureCpe: 1293.4,
      matureCpeNote: 'Of 540 days.',
    },
    basis: { enrollments: event, cpe: cohort },
  });
  const tiles = () =>
    screen
      .getAllByRole('term')
      .map((term) => [...(term.parentElement?.children ?? [])].map((part) => part.textContent.trim()));

  it('have a value, a change, a basis and a verdict; immature outcomes have no verdict', async () => {
    const { onPick, user } = await show(HEADLINE, [() => success(month)]);
    await screen.findByText('546');
    expect(tiles()).toEqual([
      ['Inquiries', '546', '▲ 3.6%', '', 'in the period', '◆ Under by 180: projected 1,020 of 1,200'],
      ['Spend', '$34,158', '▲ 3.4%', '', 'of $70,600 budget', '● On pace: projected $70K of $70.6K'],
      ['CPL', '$62.56', '▼ 10.6%', '', 'in the period', '● Lower than $70.00 in Oct 1 – 10'],
      ['Enrollments in the period', '42', '▼ 16.0%', '', 'of inquiries of any date', '◆ Fewer than 50 in Oct 1 – 10'],
      [
        'Cost Per Enrollment',
        '$1,293.40',
        '',
        '',
        'Based on matured inquiries of the last 540 days',
        '○ Too early to judge',
      ],
    ]);
    // A sparkline for each figure that is known.
    expect(screen.getAllByRole('img').map((shape) => shape.getAttribute('aria-label'))).toEqual([
      'Inquiries by day',
      'Spend by day',
      'CPL by day',
      'Enrollments by day',
    ]);
    await user.click(screen.getByRole('button', { name: '$62.56' }));
    await user.click(screen.getByRole('button', { name: /^\$1,293/ }));
    expect(onPick.mock.calls).toMatchObject([
      [{ place: { widget: 'reportingHeadline' }, row: null, column: { key: 'cpl' }, value: 62.56 }],
      [{ place: { widget: 'reportingPacing' }, body: { ownerKey: 1, month: '2026-11' }, column: { key: 'matureCpe' } }],
    ]);
  });

  it('have no verdict in the first days of a month', async () => {
    const range = { from: '2026-11-01', to: '2026-11-02' };
    await show(HEADLINE, [() => success({ ...month, range })], { today: '2026-11-03' });
    await screen.findByText('546');
    expect(tiles().map((parts) => parts.at(-1))).toEqual(Array.from({ length: 5 }, () => '○ Too early to judge'));
  });
});

describe('tiles', () => {
  it('have one number each, with its change; rising costs are bad', async () => {
    const totals = {
      spend: 1234.5,
      spendChange: 10,
      clicks: 70,
      clicksChange: -12.34,
      cpc: 2,
      cpcChange: 5,
      ctr: 3,
      ctrChange: null,
      impressions: 9,
      impressionsChange: 0,
    };
    const place: Slot = { slot: 't', widget: 'searchPerformance', title: 'Search', view: 'tiles' };
    await show(place, [() => success(anAnswer({ data: [totals], totals }))]);
    await screen.findByText('$1,235');
    const tile = (words: RegExp): [string, string | undefined] => {
      const one = screen.getAllByRole('term').find(({ textContent }) => words.test(textContent))?.parentElement;
      const change = one?.querySelectorAll('dd')[1];
      return [change?.textContent.trim() ?? '', change?.dataset['tone']];
    };
    expect(tile(/^Spend$/)).toEqual(['▲ 10.0%', 'neither']);
    expect(tile(/^Clicks$/)).toEqual(['▼ 12.3%', 'worse']);
    expect(tile(/CPC|Cost Per Click/)).toEqual(['▲ 5.0%', 'worse']);
    expect(tile(/CTR/)).toEqual(['no comparison', 'neither']);
    expect(tile(/^Impressions$/)).toEqual(['0.0%', 'neither']);
    expect(screen.getAllByRole('term').some(({ textContent }) => /before|change/.test(textContent))).toBe(false);
  });
});

it('show the basis of a mature cost, and mark one with few outcomes of its own', async () => {
  const row = { matureCpa: 200, matureCpe: 1180.4, matureCpeNote: '2 outcomes of 90 inquiries.', matureCpeFew: 'few' };
  const answer = anAnswer({ data: [{ brand: 'Hartwell', ...row }], totals: { ...row, matureCpeFew: null } });
  const place: Slot = { slot: 't', widget: 'pacingBrand', title: 'Brands', view: 'heat' };
  const { user } = await show(place, [() => success(answer)]);
  await addColumn(user, 'Mature Cost Per Enrollment');
  await addColumn(user, 'Mature Cost Per Application');
  const figures = await screen.findAllByRole('button', { name: '$1,180.40. 2 outcomes of 90 inquiries.' });
  expect(figures.map(({ textContent }) => textContent)).toEqual(['≈ $1,180.40', '$1,180.40']);
  // The other one has no note.
  expect(screen.queryByRole('button', { name: /200.*\. / })).toBeNull();
});

it('show the maturity of immature outcomes without colouring them', async () => {
  const totals = { enrollments: 3, enrollmentsPrevious: 71, enrollmentsChange: null };
  const basis = { enrollments: { counted: 'cohort' as const, percentMatured: 11.6, comparedPercentMatured: 99 } };
  const place: Slot = { slot: 't', widget: 'affiliatePerformance', title: 'Affiliates', view: 'tiles' };
  await show(place, [() => success(anAnswer({ data: [totals], totals, basis }))]);
  const change = await screen.findByText('not matured yet');
  expect(change.dataset).toMatchObject({ none: 'true' });
  expect(change.dataset['tone']).toBe('neither');
  const tile = change.parentElement;
  expect(tile?.querySelector('dt')?.textContent).toBe('Enrollments of these inquiries');
  expect(tile?.textContent).toContain('of these inquiries, 12% matured');
});

it('are moved and hidden by their own buttons while the page is arranged', async () => {
  const move = vi.fn();
  const hide = vi.fn();
  const { user } = await show(CHANNELS, [() => success(channels)], { arranging: { move, hide } });
  await user.click(screen.getByRole('button', { name: 'Move Top channels up' }));
  await user.click(screen.getByRole('button', { name: 'Move Top channels down' }));
  await user.click(screen.getByRole('button', { name: 'Hide Top channels' }));
  expect(move.mock.calls).toEqual([[-1], [1]]);
  expect(hide).toHaveBeenCalledTimes(1);
  expect(screen.queryByRole('button', { name: 'Top channels: more' })).toBeNull();
});
