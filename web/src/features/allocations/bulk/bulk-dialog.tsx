import { TableHead } from '../../../ui/table-head.tsx';
import { Box, Button, Group, Modal, NumberInput, SegmentedControl, Text } from '@mantine/core';
import { type AllocationMonth, type DistributeBy } from '@paceline/contract';
import { type FormEvent, useMemo, useState } from 'react';
import { ButtonRow } from '../../../ui/pieces/button-row.tsx';
import { FormStack } from '../../../ui/forms/form-stack.tsx';
import type { CellChange } from '../../../ui/grid/types.ts';
import { changesIn } from '../sheet/save-bar.tsx';
import classes from './bulk-dialog.module.css';
import { type BulkTarget, changesOf, countOf, planBulk, roomWords, sumBulk } from './prepare-bulk.ts';

interface BulkDialogProps {
  target: BulkTarget;
  month: AllocationMonth;
  onClose: () => void;
  onApply: (changes: readonly CellChange[], act: string) => void;
}

const TITLES = {
  percent: 'Change by %',
  pace: 'Set to pace',
  distribute: 'Distribute what is left of the line item',
} as const;
const EXPLAINED = {
  percent:
    'Changes each selected allocation by the same percentage, in whole inquiries. The total changes by exactly that.',
  pace: 'Sets each allocation to the inquiries projected without its cap: no less than delivered, no more than capacity.',
  distribute: 'Gives whole inquiries to the selected campaigns: no more than capacity, no less than delivered.',
} as const;
const BY: { value: DistributeBy; label: string }[] = [
  { value: 'equal', label: 'Equal parts' },
  { value: 'allocation', label: 'By current allocation' },
  { value: 'delivery', label: 'By delivery' },
];
const numberIn = (value: number | string): number => (typeof value === 'number' ? value : Number(value) || 0);

/** Preview of a bulk change, campaign by campaign. Enter applies it. */
export const BulkDialog = ({ target, month, onClose, onApply }: BulkDialogProps) => {
  const { kind, rows, field, label, goal } = target;
  const [percent, setPercent] = useState<number | string>(10);
  const [amount, setAmount] = useState<number | string>(goal?.units ?? 0);
  const [by, setBy] = useState<DistributeBy>('equal');
  const plan = useMemo(
    () => planBulk(target, month, { percent: numberIn(percent), amount: Math.trunc(numberIn(amount)), by }),
    [target, month, percent, amount, by],
  );
  const sums = sumBulk(target, plan);
  const names = new Map(rows.map(({ campaignKey, name }) => [campaignKey, name]));
  const apply = (event: FormEvent) => {
    event.preventDefault();
    if (sums.changed === 0) return;
    const word = kind === 'percent' ? `change by ${numberIn(percent)}%` : TITLES[kind].toLowerCase();
    onApply(changesOf(plan, field), word);
  };
  return (
    <Modal opened onClose={onClose} title={<strong>{TITLES[kind]}</strong>} size={640} centered returnFocus={false}>
      <FormStack onSubmit={apply} gap={10}>
        <p className={classes.what}>{EXPLAINED[kind]}</p>
        {kind === 'percent' && (
          <NumberInput
            label={`Change ${label} by`}
            suffix="%"
            size="xs"
            w={180}
            min={-100}
            max={1000}
            value={percent}
            onChange={setPercent}
            data-autofocus
          />
        )}
        {kind === 'distribute' && (
          <Group gap={10} align="flex-end">
            <NumberInput
              label="Inquiries to distribute"
              size="xs"
              w={180}
              allowDecimal={false}
              value={amount}
              onChange={setAmount}
              data-autofocus
            />
            <SegmentedControl size="xs" aria-label="How" data={BY} value={by} onChange={(value) => setBy(value)} />
          </Group>
        )}
        {goal && (
          <p className={classes.what}>
            {goal.name}: {roomWords(goal.room)} now
            {sums.room && sums.changed > 0 && (
              <>
                ; after this change <strong>{roomWords(sums.room)}</strong>
              </>
            )}
            .
          </p>
        )}
        <Box
          mah="46dvh"
          bd="1px solid var(--pl-line)"
          bdrs="sm"
          style={{ overflow: 'auto' }}
          role="region"
          aria-label="Preview"
          tabIndex={0}
        >
          <table className={classes.table}>
            <TableHead of={['Campaign', 'Before', 'After', 'Note']} />
            <tbody>
              {plan.outcomes.map(({ campaignKey, before, after, note }) => (
                <tr key={campaignKey} data-refused={after === null || undefined}>
                  <th scope="row" title={names.get(campaignKey)}>
                    {names.get(campaignKey)}
                  </th>
                  <td>{countOf(before)}</td>
                  <td>{after === null ? 'Unchanged' : <strong>{countOf(after)}</strong>}</td>
                  <td className={classes.note}>{note ?? (after === before ? 'Already there' : '')}</td>
                </tr>
              ))}
            </tbody>
            <tfoot>
              <tr>
                <th scope="row">Total</th>
                <td>{countOf(sums.before)}</td>
                <td>{countOf(sums.after)}</td>
                <td className={classes.note}>{sums.refused > 0 ? `${sums.refused} refused` : ''}</td>
              </tr>
            </tfoot>
          </table>
        </Box>
        {plan.left !== 0 && (
          <Text size="xs" c="var(--pl-warn)" role="status">
            {countOf(Math.abs(plan.left))} {plan.left > 0 ? 'could not be placed' : 'could not be taken back'}: the
            selected campaigns have no room.
          </Text>
        )}
        <ButtonRow>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={sums.changed === 0} data-autofocus={kind === 'pace' || undefined}>
            {sums.changed === 0 ? 'Nothing to change' : `Apply ${changesIn(sums.changed)}`}
          </Button>
        </ButtonRow>
      </FormStack>
    </Modal>
  );
};
