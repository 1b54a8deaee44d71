import { Button, CloseButton, Group, NativeSelect, Text } from '@mantine/core';
import {
  type CardShows,
  type CardWidth,
  type DashboardCard,
  MAX_CARDS,
  type SavedDashboard,
  savedDashboardList,
  savedDashboardSave,
  type SavedView,
} from '@paceline/contract';
import { useState } from 'react';
import { Note } from '../../../ui/pieces/note.tsx';
import { SectionCard } from '../../../ui/pieces/section-card.tsx';
import { SortableList } from '../../../ui/lists/sortable-list.tsx';
import { toast } from '../../../ui/toast/toast-store.ts';
import { useOwnerChange } from '../views/api.ts';
import { useNamingRefusal } from '../views/naming-dialog.tsx';
import { cardOf, movedCard, placedCards, SHOWS_OPTIONS, WIDTH_OPTIONS } from './prepare-cards.ts';
import classes from './dashboard.module.css';

interface CardsEditorProps {
  ownerKey: number;
  dashboard: SavedDashboard;
  views: readonly SavedView[];
  onDone: () => void;
}

/** Edits a dashboard's cards: views, order, size and chart or table. Nothing is saved before the user does so. */
export const CardsEditor = ({ ownerKey, dashboard, views, onDone }: CardsEditorProps) => {
  const [cards, setCards] = useState<readonly DashboardCard[]>(dashboard.cards);
  const { conflicts, errors, onError } = useNamingRefusal();
  const save = useOwnerChange(savedDashboardSave, ownerKey, [savedDashboardList], onError);
  const placed = placedCards(cards, views);
  const placeOf = (key: string): number => placed.findIndex((card) => card.key === key);
  const change = (key: string, to: Partial<DashboardCard>): void =>
    setCards(cards.map((card, index) => (index === placeOf(key) ? { ...card, ...to } : card)));
  const { dashboardKey, rowVersion, name, description, sharing } = dashboard;
  const write = (): void =>
    save.mutate(
      { dashboardKey, rowVersion, name, description, sharing, cards: [...cards] },
      {
        onSuccess: () => {
          toast.success(`Dashboard “${name}” saved.`);
          onDone();
        },
      },
    );
  const said = [...conflicts, ...[errors.name, errors.form].filter(Boolean)];
  return (
    <SectionCard title="Cards" note="Drag a card by its handle, or move it with the buttons beside it.">
      <SortableList
        label="Cards in their order"
        items={placed}
        isStacked
        onMove={(key, to) => setCards(movedCard(cards, placeOf(key), to))}
      >
        {({ key, label, shows, width }) => (
          <>
            <Text span inherit flex="1 1 160px" miw={0} style={{ overflowWrap: 'anywhere' }}>
              {label}
            </Text>
            <NativeSelect
              size="xs"
              aria-label={`Show ${label} as`}
              data={SHOWS_OPTIONS}
              value={shows}
              onChange={({ currentTarget }) => change(key, { shows: currentTarget.value as CardShows })}
            />
            <NativeSelect
              size="xs"
              aria-label={`Width of ${label}`}
              data={WIDTH_OPTIONS}
              value={width}
              onChange={({ currentTarget }) => change(key, { width: currentTarget.value as CardWidth })}
            />
            <CloseButton
              size="sm"
              aria-label={`Remove ${label}`}
              onClick={() => setCards(cards.filter((_, index) => index !== placeOf(key)))}
            />
          </>
        )}
      </SortableList>
      {views.length === 0 && <Note>No saved views yet. Save one in Media Analysis first.</Note>}
      <Group gap={8} mt={12}>
        <NativeSelect
          size="sm"
          aria-label="Add a view"
          disabled={views.length === 0 || cards.length >= MAX_CARDS}
          value=""
          data={[
            { value: '', label: 'Add a view…' },
            ...views.map(({ viewKey, name: of }) => ({ value: String(viewKey), label: of })),
          ]}
          onChange={({ currentTarget }) => {
            const view = views.find(({ viewKey }) => String(viewKey) === currentTarget.value);
            if (view) setCards([...cards, cardOf(view)]);
          }}
        />
        <Text span inherit flex={1} />
        <Button variant="default" onClick={onDone}>
          Cancel
        </Button>
        <Button loading={save.isPending} onClick={write}>
          {conflicts.length > 0 ? 'Save mine' : 'Save cards'}
        </Button>
      </Group>
      {said.length > 0 && (
        <div className={classes.error} role="alert">
          {said.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </div>
      )}
    </SectionCard>
  );
};
