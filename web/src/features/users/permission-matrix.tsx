import { Box, Checkbox, Tooltip } from '@mantine/core';
import type { Permission } from '@paceline/contract';
import { useId } from 'react';
import classes from './permission-matrix.module.css';
import type { MatrixCell, MatrixRow } from './prepare-user-form.ts';

interface PermissionMatrixProps {
  rows: readonly MatrixRow[];
  value: readonly Permission[];
  onChange: (permissions: Permission[]) => void;
}

const REASON = 'You do not have this right yourself, so you cannot grant it.';

interface CellProps {
  cell: MatrixCell;
  module: string;
  isOn: boolean;
  noteId: string;
  onToggle: () => void;
}

const Cell = ({ cell: { label, canGive }, module, isOn, noteId, onToggle }: CellProps) => (
  <Tooltip label={REASON} disabled={canGive}>
    <Box p="4px 6px 4px 12px">
      <Checkbox
        size="xs"
        label={label}
        aria-label={`${module}: ${label}`}
        aria-describedby={canGive ? undefined : noteId}
        checked={isOn}
        disabled={!canGive}
        onChange={onToggle}
      />
    </Box>
  </Tooltip>
);

/** One row per module: all of it, and each action. */
export const PermissionMatrix = ({ rows, value, onChange }: PermissionMatrixProps) => {
  const noteId = useId();
  const has = (permission: Permission): boolean => value.includes(permission);
  const toggle = (permission: Permission) =>
    onChange(has(permission) ? value.filter((one) => one !== permission) : [...value, permission]);
  const toggleAll = ({ cells }: MatrixRow, isOn: boolean) => {
    const mine = cells.filter(({ canGive }) => canGive).map(({ permission }) => permission);
    const others = value.filter((permission) => !mine.includes(permission));
    onChange(isOn ? [...others, ...mine] : others);
  };
  const isAnyGrey = rows.some(({ cells }) => cells.some(({ canGive }) => !canGive));
  return (
    <>
      <Box bdrs="sm" bd="1px solid var(--pl-line)" style={{ overflow: 'hidden' }}>
        {rows.map((row) => {
          const open = row.cells.filter(({ canGive }) => canGive);
          const on = open.filter(({ permission }) => has(permission)).length;
          const isAll = open.length > 0 && on === open.length;
          return (
            <div key={row.module} role="group" aria-label={row.label} className={classes.row}>
              <Checkbox
                className={classes.module}
                size="xs"
                label={row.label}
                aria-label={`${row.label}: all`}
                checked={isAll}
                indeterminate={on > 0 && !isAll}
                disabled={open.length === 0}
                onChange={() => toggleAll(row, !isAll)}
              />
              <div className={classes.cells}>
                {row.cells.map((cell) => (
                  <Cell
                    key={cell.permission}
                    cell={cell}
                    module={row.label}
                    isOn={has(cell.permission)}
                    noteId={noteId}
                    onToggle={() => toggle(cell.permission)}
                  />
                ))}
              </div>
            </div>
          );
        })}
      </Box>
      <Box id={noteId} component="p" c="dimmed" fz="xs" m="8px 0 0" hidden={!isAnyGrey}>
        Greyed: {REASON.charAt(0).toLowerCase() + REASON.slice(1)}
      </Box>
    </>
  );
};
