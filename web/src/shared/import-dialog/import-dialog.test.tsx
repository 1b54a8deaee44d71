import { MantineProvider } from '@mantine/core';
import {
  type BulkImportResult,
  bulkImportResultSchema,
  bulkUploadQuery,
  defineCall,
  keepAlive,
} from '@paceline/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { json, sent, stubFetch, success } from '../../testing/fetch.ts';
import { signedIn } from '../../testing/session.ts';
import { useToasts } from '../../ui/toast/toast-store.ts';
import { ImportDialog } from './import-dialog.tsx';

/** The parts of XMLHttpRequest that an upload uses; the test provides the answers. */
class FakeRequest extends EventTarget {
  static last: FakeRequest;
  upload = new EventTarget();
  status = 0;
  responseText = '';
  body: FormData = new FormData();
  url = '';
  open = (_: string, url: string) => (this.url = url);
  abort = vi.fn(() => this.dispatchEvent(new Event('abort')));
  setRequestHeader = () => undefined;
  getResponseHeader = () => 'header-id';
  send = (body: FormData) => {
    this.body = body;
    FakeRequest.last = this;
  };
  answer(status: number, envelope: object) {
    this.status = status;
    this.responseText = JSON.stringify(envelope);
    this.dispatchEvent(new Event('load'));
  }
}

const plansImport = defineCall({
  id: 'plansImport',
  summary: '',
  route: 'POST /{p}/{owner}/plans/import',
  owner: 'path',
  groups: ['ag'],
  permission: 'none',
  kind: 'upload',
  query: bulkUploadQuery,
  response: bulkImportResultSchema,
});

const RESULT: BulkImportResult = {
  importKey: 31,
  kind: 'plans',
  fileName: 'plans.xlsx',
  uploaded: { at: '2026-03-10T15:00:00Z', by: 'Avery Stone' },
  state: 'VALIDATED',
  summary: 'Checked only, nothing was changed: 2 rows can be applied.',
  counts: { new: 0, changed: 1, unchanged: 0, error: 1, total: 2 },
  applied: null,
  undone: null,
  canApply: true,
  undoUntil: null,
  hasFile: true,
  hasFailed: true,
  warnings: ['The column “Colour” is not known and was ignored.'],
  ignoredColumns: [
    { column: 'Client Price', reason: 'column Client Price cannot be changed in the current month.', cells: 2 },
  ],
  rows: [
    {
      row: 4,
      key: '12',
      label: 'Autumn',
      state: 'error',
      outcome: null,
      changes: [],
      errors: [{ column: 'Monthly Allocation', message: 'Monthly Allocation must be a whole number 0 or more.' }],
      warnings: [],
    },
    {
      row: 2,
      key: '11',
      label: 'Spring',
      state: 'changed',
      outcome: null,
      changes: [{ column: 'Monthly Allocation', before: null, after: '250' }],
      errors: [],
      warnings: [],
    },
  ],
  rowsTotal: 2,
  page: 1,
};
const APPLIED: BulkImportResult = {
  ...RESULT,
  state: 'APPLIED',
  canApply: false,
  applied: { at: '2026-03-10T15:01:00Z', by: 'Avery Stone', mode: 'goodRows', rows: 1, failed: 1 },
  undoUntil: '2026-03-11T15:01:00Z',
};

let pending: ReturnType<typeof stubFetch>;
const onApplied = vi.fn();
const onClose = vi.fn();

beforeEach(() => {
  onApplied.mockClear();
  signedIn();
  vi.stubGlobal('XMLHttpRequest', FakeRequest);
  pending = stubFetch();
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MantineProvider env="test">
        <ImportDialog
          isOpen
          onClose={onClose}
          title="Import plans"
          owner={1}
          kind="plans"
          call={plansImport}
          args={{ params: { owner: 1 }, query: {} }}
          template={{ label: 'Download the plans', call: { ...keepAlive, kind: 'download' as const }, args: {} }}
          onApplied={onApplied}
        />
      </MantineProvider>
    </QueryClientProvider>,
  );
});

const file = new File(['x'], 'plans.xlsx');
const choose = () => userEvent.upload(screen.getByLabelText('Spreadsheet'), file);
const answered = async (result = RESULT) => {
  await choose();
  FakeRequest.last.answer(200, { status: 'success', data: result, requestId: 'r' });
  await screen.findByText('plans.xlsx');
};

it('sends the file, shows its progress and the preview', async () => {
  await choose();
  expect(FakeRequest.last.url).toBe('/api/ag/1/plans/import?apply=no');
  expect((FakeRequest.last.body.get('file') as File).name).toBe('plans.xlsx');
  fireEvent(
    FakeRequest.last.upload as never,
    new ProgressEvent('progress', { lengthComputable: true, loaded: 1, total: 4 }),
  );
  expect((await screen.findByRole('status')).textContent).toBe('Uploading… 25 %');
  fireEvent(
    FakeRequest.last.upload as never,
    new ProgressEvent('progress', { lengthComputable: true, loaded: 4, total: 4 }),
  );
  expect((await screen.findByRole('status')).textContent).toBe('Checking the rows…');
  FakeRequest.last.answer(200, { status: 'success', data: RESULT, requestId: 'r' });
  expect(await screen.findByText('1 row can be imported, 1 row cannot.')).not.toBeNull();
  const [, failing, changing] = screen.getAllByRole('row');
  expect(failing?.textContent).toContain('Monthly Allocation must be a whole number 0 or more.');
  expect(within(changing!).getByText('empty').tagName).toBe('DEL');
  expect(within(changing!).getByText('250').tagName).toBe('INS');
  const warnings = within(screen.getByRole('list', { name: 'Warnings' })).getAllByRole('listitem');
  expect(warnings.map(({ textContent }) => textContent)).toEqual([
    'Column Client Price cannot be changed in the current month. 2 cells were left out.',
    'The column “Colour” is not known and was ignored.',
  ]);
});

it('loads the rows of one state', async () => {
  await answered();
  await userEvent.click(screen.getByRole('button', { name: 'Errors 1' }));
  expect(sent(pending).url).toBe('/api/ag/1/bulk/import/31/get?state=error&page=1');
  sent(pending).answer(success({ ...RESULT, rows: RESULT.rows.slice(0, 1), rowsTotal: 1 }));
  await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(2));
});

it('applies the good rows, notifies the page, and offers the others as a file', async () => {
  await answered();
  expect(screen.getByLabelText<HTMLInputElement>('All rows, or none if one fails').disabled).toBe(true);
  await userEvent.click(screen.getByRole('button', { name: 'Import 1 row' }));
  expect(sent(pending).url).toBe('/api/ag/1/bulk/import/31/apply');
  expect(sent(pending).init.body).toBe('{"mode":"goodRows"}');
  sent(pending).answer(success(APPLIED));
  expect(await screen.findByText('1 row imported, 1 row not.')).not.toBeNull();
  expect(onApplied).toHaveBeenCalledOnce();
  await userEvent.click(screen.getByRole('button', { name: 'Download failed rows' }));
  expect(sent(pending, 1).url).toBe('/api/ag/1/bulk/import/31/failed/export');
  await userEvent.click(screen.getByRole('button', { name: 'Done' }));
  expect(onClose).toHaveBeenCalled();
});

it('lists why an all-or-nothing file was refused, and stays open', async () => {
  await answered({ ...RESULT, counts: { ...RESULT.counts, error: 0 }, hasFailed: false });
  await userEvent.click(screen.getByLabelText('All rows, or none if one fails'));
  await userEvent.click(screen.getByRole('button', { name: 'Import 1 row' }));
  expect(sent(pending).init.body).toBe('{"mode":"allOrNothing"}');
  const errors = [
    { field: '', row: 2, code: 'row', message: 'Row 2: Row was changed after this file was downloaded.' },
  ];
  sent(pending).answer(
    json(409, { status: 'error', code: 'STALE_ROW', message: 'Someone else changed this row.', data: null, errors }),
  );
  expect(await screen.findByText('Row 2: Row was changed after this file was downloaded.')).not.toBeNull();
  expect(onApplied).not.toHaveBeenCalled();
});

it('says why a file was refused, and accepts another one', async () => {
  await choose();
  FakeRequest.last.answer(413, {
    status: 'error',
    code: 'FILE_LIMIT',
    message: 'The file has more than 20000 rows.',
    data: null,
  });
  expect(await screen.findByText('The file has more than 20000 rows.')).not.toBeNull();
  await answered();
});

it('cancels an upload', async () => {
  await choose();
  const { abort } = FakeRequest.last;
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(abort).toHaveBeenCalled();
  expect(screen.getByRole('button', { name: 'Choose a file' })).not.toBeNull();
});

it('accepts a dropped file', async () => {
  fireEvent.drop(screen.getByText('Drop a file here'), { dataTransfer: { files: [file] } });
  await waitFor(() => expect((FakeRequest.last.body.get('file') as File).name).toBe('plans.xlsx'));
});

it('undoes a file in the history after confirmation, and names rows that prevent it', async () => {
  await userEvent.click(screen.getByRole('tab', { name: 'History' }));
  expect(sent(pending).url).toBe('/api/ag/1/bulk/plans/list');
  sent(pending).answer(success([APPLIED]));
  await userEvent.click(await screen.findByRole('button', { name: 'Undo plans.xlsx' }));
  const confirm = await screen.findByRole('dialog', { name: 'Undo this file?' });
  await userEvent.click(within(confirm).getByRole('button', { name: 'Undo' }));
  expect(sent(pending, 1).url).toBe('/api/ag/1/bulk/import/31/undo');
  const errors = [{ field: '', row: 7, code: 'row', message: 'Row 7: changed' }];
  sent(pending, 1).answer(json(409, { status: 'error', code: 'STALE_ROW', message: 'x', data: null, errors }));
  await waitFor(() => expect(useToasts.getState().toasts.at(-1)?.message).toBe('Nothing was undone. Row 7: changed'));
  expect(onApplied).not.toHaveBeenCalled();
});
