import { useDisclosure } from '@mantine/hooks';
import { labelsOf, type OwnerVariant } from '@paceline/contract';
import { type ReactNode, useState } from 'react';
import { lazyDialog } from '../../../ui/dialogs/lazy-dialog.tsx';
import type { MonthOf } from '../api.ts';
import type { Month } from '../month/use-month.ts';
import type { SheetRow } from '../sheet/sheet-rows.ts';
import type { Sheet } from '../sheet/use-sheet.ts';
import { type PendingChange, pendingCampaigns, pendingTargets } from './prepare-pending.ts';

const PendingDrawer = lazyDialog(async () => (await import('./pending-drawer.tsx')).PendingDrawer);

const revertIn =
  <Row extends SheetRow>({ edits, byKey }: Sheet<Row>) =>
  ({ rowKey, columnKey }: PendingChange): void =>
    edits.edit([{ rowKey, columnKey, value: byKey.get(rowKey)?.[columnKey] ?? null }], 'reverting a change');

interface Pending {
  open: () => void;
  drawer: ReactNode;
  /** The tables show changed rows only; null without changes. */
  onlyChanged: { isOn: boolean; toggle: () => void } | null;
}

/** The unsaved changes of both tables as a list, and the tables narrowed to their rows. */
export const usePending = (state: Month, { group, variant }: MonthOf & { variant: OwnerVariant }): Pending => {
  const { sheet, targets, count } = state;
  const [isOpen, { open, close }] = useDisclosure(false);
  const [isOn, setOn] = useState(false);
  // After a save or a discard, the next change would hide all other rows.
  if (isOn && count === 0) setOn(false);
  const lists = isOpen
    ? [
        { changes: pendingCampaigns(sheet, labelsOf(variant), group), onRevert: revertIn(sheet) },
        { changes: pendingTargets(targets), onRevert: revertIn(targets) },
      ]
    : [];
  return {
    open,
    drawer: <PendingDrawer isOpen={isOpen} lists={lists} onClose={close} />,
    onlyChanged: count > 0 ? { isOn, toggle: () => setOn(!isOn) } : null,
  };
};
