import { Button } from '@mantine/core';
import { formatInstant, localZone } from '../../../lib/text/format.ts';
import { Notice } from '../month/notice.tsx';
import { changesIn } from './save-bar.tsx';
import { arrivalWords } from '../live/prepare-arrivals.ts';
import type { Arrival } from './sheet-arrivals.ts';
import type { CellMap, CellRef } from './sheet-rows.ts';
import type { SheetDraft } from './use-sheet-draft.ts';

interface ConflictNoticeProps {
  cells: readonly CellRef[];
  onKeep: () => void;
  onTake: () => void;
  onNext: () => void;
}

export const ConflictNotice = ({ cells, onKeep, onTake, onNext }: ConflictNoticeProps) =>
  cells.length > 0 && (
    <Notice
      tone="conflict"
      text={
        cells.length === 1
          ? 'Someone else saved a different value in a cell that you changed. Your changes are not saved.'
          : `Someone else saved different values in ${cells.length} cells that you changed. Your changes are not saved.`
      }
    >
      <Button size="compact-xs" variant="default" onClick={onNext}>
        Show next
      </Button>
      <Button size="compact-xs" variant="default" onClick={onKeep}>
        Keep mine in all
      </Button>
      <Button size="compact-xs" variant="default" onClick={onTake}>
        Take theirs in all
      </Button>
    </Notice>
  );

interface ArrivalNoticeProps {
  arrivals: CellMap<Arrival>;
  onNext: () => void;
  onDismiss: () => void;
}

export const ArrivalNotice = ({ arrivals, onNext, onDismiss }: ArrivalNoticeProps) =>
  arrivals.size > 0 && (
    <Notice tone="offer" text={arrivalWords(arrivals)}>
      <Button size="compact-xs" variant="default" onClick={onNext}>
        Show next
      </Button>
      <Button size="compact-xs" variant="default" onClick={onDismiss}>
        Dismiss
      </Button>
    </Notice>
  );

export const ProblemNotice = ({ cells, onNext }: { cells: readonly CellRef[]; onNext: () => void }) =>
  cells.length > 0 && (
    <Notice
      tone="error"
      text={
        cells.length === 1
          ? '1 cell cannot be saved. The cell shows why.'
          : `${cells.length} cells cannot be saved. Each cell shows why.`
      }
    >
      <Button size="compact-xs" variant="default" onClick={onNext}>
        Show next
      </Button>
    </Notice>
  );

export const DraftNotice = ({ drafts }: { drafts: readonly SheetDraft[] }) => {
  const open = drafts.filter(({ offer }) => offer !== null);
  const [first] = open;
  if (!first?.offer) return null;
  const count = open.reduce((sum, { offer }) => sum + (offer?.count ?? 0), 0);
  const when = formatInstant(new Date(first.offer.savedAt).toISOString(), localZone());
  return (
    <Notice tone="offer" text={`You have ${changesIn(count)} here that you did not save (${when}).`}>
      <Button size="compact-xs" onClick={() => open.forEach(({ restore }) => restore())}>
        Restore
      </Button>
      <Button size="compact-xs" variant="default" onClick={() => open.forEach(({ discard }) => discard())}>
        Discard
      </Button>
    </Notice>
  );
};
