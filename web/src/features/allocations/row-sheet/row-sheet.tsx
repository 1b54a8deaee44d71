import { Button, Drawer, Group, Stack, TextInput } from '@mantine/core';
import type { CampaignRow } from '@paceline/contract';
import { useState } from 'react';
import { StatusBadge } from '../../../ui/marks/campaign-status.tsx';
import { cellValue, InvalidEntry } from '../../../ui/grid/edit/cell-value.ts';
import { editText, formatCell, readTyped } from '../../../ui/grid/edit/kinds.ts';
import type { CellChange, GridColumn } from '../../../ui/grid/types.ts';
import classes from './row-sheet.module.css';

interface FieldProps {
  column: GridColumn<CampaignRow>;
  row: CampaignRow;
  edits: ReadonlyMap<string, unknown> | undefined;
  onEdit: (change: CellChange) => void;
}

/** One field of the row. Parses input like the table, including calculations, and applies it on blur. */
const Field = ({ column, row, edits, onEdit }: FieldProps) => {
  const current = cellValue(column, row, edits);
  const [typed, setTyped] = useState<string | null>(null);
  const base = column.base?.(row);
  const read = typed === null ? null : readTyped(column, typed, row, current);
  const wrong = read ? read.value : current;
  const enter = () => {
    if (read && typed !== editText(column, current, row))
      onEdit({ rowKey: row.campaignKey, columnKey: column.key, value: read.value });
    setTyped(null);
  };
  return (
    <TextInput
      label={column.label}
      inputMode="text"
      autoComplete="off"
      value={typed ?? editText(column, current, row)}
      placeholder={current === null && base != null ? `${base} (BOM)` : '–'}
      description={read?.hint}
      error={wrong instanceof InvalidEntry ? wrong.error : null}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={enter}
      onKeyDown={(event) => {
        if (event.key === 'Enter') enter();
      }}
    />
  );
};

interface RowSheetProps {
  row: CampaignRow | null;
  columns: readonly GridColumn<CampaignRow>[];
  edits: ReadonlyMap<string, unknown> | undefined;
  /** "3 of 62". */
  place: string;
  onStep: (by: number) => void;
  onEdit: (change: CellChange) => void;
  onClose: () => void;
}

const FIGURES = ['mtdInquiries', 'mtdAllocation', 'deliveryPercent', 'spendProjection', 'projectionToBudget'];

/** One campaign of the month on a narrow screen: its editable fields and the figures to judge by. */
export const RowSheet = ({ row, columns, edits, place, onStep, onEdit, onClose }: RowSheetProps) => {
  const editable = columns.filter((column) => column.editable === true);
  const figures = FIGURES.flatMap((key) => columns.find((column) => column.key === key) ?? []);
  const why = columns.find(({ key }) => key === 'attention');
  return (
    <Drawer
      opened={row !== null}
      onClose={onClose}
      position="bottom"
      size="auto"
      padding="md"
      title={<strong>{row?.name}</strong>}
    >
      {row && (
        <Stack gap={10}>
          <Group gap={10} wrap="nowrap" c="dimmed" fz="sm">
            <StatusBadge code={row.subStatus} /> <span>{row.campaignCode}</span>
          </Group>
          {why && <p className={classes.why}>{formatCell(why, why.value?.(row), row)}</p>}
          <dl className={classes.figures}>
            {figures.map((column) => (
              <div key={column.key}>
                <dt>{column.label}</dt>
                <dd>{formatCell(column, cellValue(column, row, undefined), row)}</dd>
              </div>
            ))}
          </dl>
          <div className={classes.fields}>
            {editable.map((column) => (
              <Field key={`${row.campaignKey} ${column.key}`} {...{ column, row, edits, onEdit }} />
            ))}
          </div>
          {editable.length === 0 && <p className={classes.why}>Nothing here can be changed.</p>}
          <div className={classes.steps}>
            <Button variant="default" onClick={() => onStep(-1)}>
              Previous
            </Button>
            <span>{place}</span>
            <Button variant="default" onClick={() => onStep(1)}>
              Next
            </Button>
            <Button onClick={onClose}>Done</Button>
          </div>
        </Stack>
      )}
    </Drawer>
  );
};
