import { CellButton } from '../../ui/cell-button.tsx';
import { Button } from '@mantine/core';
import {
  type Labels,
  milestoneImport,
  MILESTONES,
  milestoneText,
  UNMATCHED_STATES,
  UNMATCHED_WHY,
  unmatchedSearch,
} from '@paceline/contract';
import { optionsOf } from '../../lib/text/options-of.ts';
import { IconUpload } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useState } from 'react';
import { localZone } from '../../lib/text/format.ts';
import { useLabels } from '../../lib/address/owner-labels.ts';
import { useOwnerKey } from '../../lib/session/session-store.ts';
import type { ListCells } from '../../shared/list/list-columns.tsx';
import { ListView } from '../../shared/list/list-view.tsx';
import listClasses from '../../shared/list/list.module.css';
import { lazyDialog } from '../../ui/dialogs/lazy-dialog.tsx';
import { HeadParts } from '../../ui/pieces/page-head.tsx';
import { rowTitle, type ShownRow, whyText } from './prepare-unmatched.ts';
import { UnmatchedActions } from './unmatched-actions.tsx';

// Loaded on a click.
const ResolveDialog = lazy(async () => ({ default: (await import('./resolve-dialog.tsx')).ResolveDialog }));
const ImportDialog = lazyDialog(
  async () => (await import('../../shared/import-dialog/import-dialog.tsx')).ImportDialog,
);

const DESCRIPTION = 'Outcomes from the client’s CRM. Rows without a matching lead wait here.';
const COLUMNS =
  'Columns: Lead Id, or Client Reference, or Email and Phone; Milestone (CONTACT, APPOINTMENT, INTERVIEW, VISIT, APPLICATION, ENROLLMENT or START) and Date; Program Code, Term and Void Reason where there is one.';
/** Open rows are the default. */
const { OPEN: _open, ...CLOSED_STATES } = UNMATCHED_STATES;

const cellsOf = (labels: Labels, open: (row: ShownRow) => void): ListCells<ShownRow> => ({
  milestone: {
    width: 132,
    value: ({ milestone }) => milestoneText(milestone, labels),
    render: ({ row, text, tabIndex }) => (
      <CellButton tabIndex={tabIndex} aria-label={rowTitle(row, labels)} onClick={() => open(row)}>
        {text}
      </CellButton>
    ),
  },
  happenedOn: { width: 116 },
  why: { width: 176, value: whyText },
  leadId: { width: 252 },
  clientReference: { width: 150 },
  email: { width: 150 },
  phone: { width: 96 },
});

/** Milestones from the client's CRM: file import, and rows without a matching lead. */
export const MilestoneImportPage = () => {
  const ownerKey = useOwnerKey();
  const queries = useQueryClient();
  const labels = useLabels()(ownerKey);
  const timeZone = localZone();
  const [isImporting, setImporting] = useState(false);
  const [opened, setOpened] = useState<ShownRow | null>(null);
  const cells = useMemo(() => cellsOf(labels, setOpened), [labels]);
  const params = useMemo(() => ({ owner: ownerKey }), [ownerKey]);
  const again = () => void queries.invalidateQueries({ queryKey: [unmatchedSearch.id] });
  return (
    <div className={listClasses.page} data-fill>
      <HeadParts
        description={DESCRIPTION}
        action={
          <Button leftSection={<IconUpload size={16} aria-hidden="true" />} onClick={() => setImporting(true)}>
            Import a file
          </Button>
        }
      />
      <ListView
        list={unmatchedSearch}
        noun="unmatched rows"
        params={params}
        timeZone={timeZone}
        cells={cells}
        filters={{
          state: { label: 'State', all: 'Open', options: optionsOf(CLOSED_STATES) },
          why: { label: 'Why', options: optionsOf(UNMATCHED_WHY) },
          milestone: {
            label: 'Milestone',
            options: MILESTONES.map((value) => ({ value, label: milestoneText(value, labels) })),
          },
        }}
        rowLabel={(row) => rowTitle(row, labels)}
        // oxlint-disable-next-line react/no-unstable-nested-components -- a function that is called, not a component
        bulk={(rows, clear) => <UnmatchedActions ownerKey={ownerKey} rows={rows} onDone={clear} />}
        renderBeside={() =>
          opened !== null && (
            <Suspense fallback={null}>
              <ResolveDialog ownerKey={ownerKey} row={opened} timeZone={timeZone} onClose={() => setOpened(null)} />
            </Suspense>
          )
        }
        empty={{ title: 'No unmatched rows', text: 'Every milestone is matched to its lead.' }}
      />
      <ImportDialog
        isOpen={isImporting}
        onClose={() => setImporting(false)}
        title="Import milestones"
        kind="milestones"
        note={COLUMNS}
        owner={ownerKey}
        call={milestoneImport}
        args={{ params: { owner: ownerKey } }}
        onApplied={again}
      />
    </div>
  );
};
