import '../../src/ui/theme/styles.ts';
import { Button, MantineProvider, VisuallyHidden } from '@mantine/core';
import { StrictMode, useCallback, useMemo, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { EmptyState } from '../../src/ui/states/empty-state.tsx';
import { Grid } from '../../src/ui/grid/grid.tsx';
import type { Remark, RowKey } from '../../src/ui/grid/types.ts';
import { useEditHistory } from '../../src/ui/grid/edit/use-edit-history.ts';
import { theme } from '../../src/ui/theme/theme.ts';
import { useGridLayout } from '../../src/shared/use-grid-layout.ts';
import { COLUMNS, DEFAULT_LAYOUT } from './columns.tsx';
import { type CampaignRow, makeTotals } from './rows.ts';
import { useCampaigns, useGrouped } from './use-campaigns.ts';

/** `?rows=100000`, `?state=loading|error|empty`. */
const query = new URLSearchParams(window.location.search);
const state = query.get('state');

const keyOf = (row: CampaignRow): RowKey => row.key;
const nameOf = (row: CampaignRow): string => row.name;
const childrenOf = (row: CampaignRow) => row.children;
const toneOf = (row: CampaignRow) => (row.children ? 'strong' : row.status === 'Paused' ? 'muted' : undefined);

const Allocations = () => {
  const { rows, isWhole } = useCampaigns(`/rows?count=${query.get('rows') ?? 10_000}`);
  const [layout, setLayout] = useGridLayout('harness', DEFAULT_LAYOUT);
  const [byKey, setByKey] = useState<ReadonlyMap<RowKey, CampaignRow>>(new Map());
  const saved = useCallback((key: RowKey, column: string) => byKey.get(key)?.[column], [byKey]);
  const edits = useEditHistory(saved);
  const { groups, bases } = useGrouped(rows, edits.edits);
  if (bases !== byKey) setByKey(bases);
  // Stores the closed partners, so that all rows are open at the start.
  const [closed, setClosed] = useState<ReadonlySet<RowKey>>(new Set());
  const [selected, setSelected] = useState<ReadonlySet<RowKey>>(new Set());
  const partners = useMemo(() => [...new Set(rows.map(({ partner }) => `partner ${partner}`))], [rows]);
  const expanded = useMemo(() => new Set<RowKey>(partners.filter((key) => !closed.has(key))), [partners, closed]);

  const [totals] = useState(makeTotals);

  const remarks = (key: RowKey, column: string): Remark | null => {
    const budget = edits.edits.get(key)?.get('budget');
    if (column !== 'budget' || typeof budget !== 'number') return null;
    const spent = Number(byKey.get(key)?.spent ?? 0);
    if (budget < spent) return { level: 'error', message: 'Below what is already spent' };
    return budget > 100_000 ? { level: 'warning', message: 'More than the goal allows' } : null;
  };
  return (
    <Grid
      label="Allocations"
      columns={COLUMNS}
      rows={state === 'empty' || state === 'loading' ? [] : groups}
      rowKey={keyOf}
      rowLabel={nameOf}
      rowTone={toneOf}
      layout={layout}
      defaultLayout={DEFAULT_LAYOUT}
      onLayout={setLayout}
      edits={edits.edits}
      onEdit={edits.edit}
      onDraft={edits.draft}
      onUndo={edits.undo}
      onRedo={edits.redo}
      undoable={edits.undoable}
      redoable={edits.redoable}
      remarks={remarks}
      totals={totals}
      tree={{
        children: childrenOf,
        expanded,
        onExpanded: (next) => setClosed(new Set(partners.filter((key) => !next.has(key)))),
      }}
      selection={{ selected, onSelected: setSelected }}
      loading={state === 'loading'}
      arriving={state || isWhole ? null : rows.length}
      error={
        state === 'error' ? { message: 'The allocations could not be brought up to date.', requestId: 'r-1234' } : null
      }
      onRetry={() => window.location.reload()}
      empty={<EmptyState title="No allocation in this month">Choose another month, or import a plan.</EmptyState>}
      maxHeight="calc(100dvh - 108px)"
      actions={
        <Button size="xs" disabled={edits.count === 0} onClick={() => edits.forget()}>
          {edits.count === 0 ? 'Save' : `Save ${edits.count} ${edits.count === 1 ? 'change' : 'changes'}`}
        </Button>
      }
    />
  );
};

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <MantineProvider theme={theme} defaultColorScheme="auto" withCssVariables={false} withGlobalClasses={false}>
      <main style={{ padding: 12 }}>
        <VisuallyHidden component="h1">Allocations</VisuallyHidden>
        <Allocations />
      </main>
    </MantineProvider>
  </StrictMode>,
);
