import { Button, CloseButton, Group, NativeSelect, Text } from '@mantine/core';
import {
  type CardShows,
  type DashboardCard,
  MAX_CARDS,
  type ReportMember,
  type SavedDashboard,
  savedDashboardList,
  savedDashboardSave,
} from '@paceline/contract';
import { type ReactNode, useState } from 'react';
import { toast } from '../../../ui/toast/toast-store.ts';
import { useOwnerChange } from '../views/api.ts';
import { useNamingRefusal } from '../views/naming-dialog.tsx';
import type { CardPage } from './card-page.ts';
import classes from './dashboard.module.css';
import { EditableGrid } from './editable-grid.tsx';
import { FigureDialog } from './figure-dialog.tsx';
import {
  changedCard,
  newFigure,
  newText,
  type PlacedCard,
  placedCards,
  SHOWS_OPTIONS,
  viewCard,
} from './prepare-cards.ts';
import { TextDialog } from './text-dialog.tsx';
import { useCardEdits } from './use-card-edits.ts';

interface DashboardEditorProps {
  page: CardPage;
  dashboard: SavedDashboard;
  dimensions: readonly ReportMember[];
  measures: readonly ReportMember[];
  onDone: () => void;
}

const FIRST_MEASURE = 'validLeads';

/** Edits a dashboard's cards on its grid. Nothing is saved before the user does so; a saved change can be undone. */
export const DashboardEditor = ({ page, dashboard, dimensions, measures, onDone }: DashboardEditorProps) => {
  const { ownerKey, views } = page;
  const { cards, change, undo, canUndo } = useCardEdits(dashboard.cards);
  const [edited, setEdited] = useState<DashboardCard | null>(null);
  const { conflicts, errors, onError } = useNamingRefusal();
  const save = useOwnerChange(savedDashboardSave, ownerKey, [savedDashboardList], onError);
  const undoSave = useOwnerChange(savedDashboardSave, ownerKey, [savedDashboardList]);
  const { dashboardKey, rowVersion, name, description, sharing } = dashboard;
  const form = { dashboardKey, name, description, sharing };
  const write = (): void =>
    save.mutate(
      { ...form, rowVersion, cards: [...cards] },
      {
        onSuccess: (saved) => {
          const before = { ...form, rowVersion: saved.rowVersion, cards: [...dashboard.cards] };
          toast.success(`Dashboard “${name}” saved.`, { label: 'Undo', onAct: () => undoSave.mutate(before) });
          onDone();
        },
      },
    );
  const measureName = (key: string): string => measures.find((one) => one.key === key)?.label ?? key;
  const placed = placedCards(cards, views, measureName);
  const isFull = cards.length >= MAX_CARDS;
  const isNew = edited !== null && cards.every(({ id }) => id !== edited.id);
  const keep = (card: DashboardCard): void => {
    setEdited(null);
    change(isNew ? [...cards, card] : changedCard(cards, card));
  };
  const toolsOf = ({ card, label }: PlacedCard): ReactNode => (
    <>
      {card.kind === 'view' && (
        <NativeSelect
          size="xs"
          aria-label={`Show ${label} as`}
          data={SHOWS_OPTIONS}
          value={card.shows}
          onChange={({ currentTarget }) =>
            change(changedCard(cards, { ...card, shows: currentTarget.value as CardShows }))
          }
        />
      )}
      {(card.kind === 'figure' || card.kind === 'text') && (
        <Button size="compact-xs" variant="subtle" aria-label={`Edit ${label}`} onClick={() => setEdited(card)}>
          Edit
        </Button>
      )}
      <CloseButton
        size="sm"
        aria-label={`Remove ${label}`}
        onClick={() => change(cards.filter(({ id }) => id !== card.id))}
      />
    </>
  );
  const said = [...conflicts, ...[errors.name, errors.form].filter(Boolean)];
  return (
    <>
      <Group gap={8} mt={12} role="group" aria-label="Edit dashboard">
        <NativeSelect
          size="xs"
          aria-label="Add a view"
          disabled={views.length === 0 || isFull}
          value=""
          data={[
            { value: '', label: views.length === 0 ? 'No saved views yet' : 'Add a view…' },
            ...views.map(({ viewKey, name: of }) => ({ value: String(viewKey), label: of })),
          ]}
          onChange={({ currentTarget }) => {
            const view = views.find(({ viewKey }) => String(viewKey) === currentTarget.value);
            if (view) change([...cards, viewCard(cards, view)]);
          }}
        />
        <Button
          size="xs"
          variant="default"
          disabled={isFull}
          onClick={() =>
            setEdited(
              newFigure(
                cards,
                measures.find(({ key }) => key === FIRST_MEASURE)?.key ?? measures[0]?.key ?? FIRST_MEASURE,
              ),
            )
          }
        >
          Add figure
        </Button>
        <Button size="xs" variant="default" disabled={isFull} onClick={() => setEdited(newText(cards))}>
          Add text
        </Button>
        <Text span inherit flex={1} />
        <Button size="xs" variant="default" disabled={!canUndo} onClick={undo}>
          Undo
        </Button>
        <Button size="xs" variant="default" onClick={onDone}>
          Cancel
        </Button>
        <Button size="xs" loading={save.isPending} onClick={write}>
          {conflicts.length > 0 ? 'Save mine' : 'Save dashboard'}
        </Button>
      </Group>
      <Text size="xs" c="dimmed" mt={4}>
        Drag a card by its handle and size it at its corner, or use the arrow keys on either.
      </Text>
      {said.length > 0 && (
        <div className={classes.error} role="alert">
          {said.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </div>
      )}
      <EditableGrid {...{ page, placed, toolsOf }} onChange={change} />
      {edited?.kind === 'figure' && (
        <FigureDialog
          {...{ ownerKey, dimensions, measures, isNew }}
          card={edited}
          onSave={keep}
          onClose={() => setEdited(null)}
        />
      )}
      {edited?.kind === 'text' && (
        <TextDialog card={edited} isNew={isNew} onSave={keep} onClose={() => setEdited(null)} />
      )}
    </>
  );
};
