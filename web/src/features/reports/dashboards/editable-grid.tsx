import { ActionIcon, VisuallyHidden } from '@mantine/core';
import {
  DndContext,
  type DragEndEvent,
  PointerSensor,
  pointerWithin,
  useDraggable,
  useDroppable,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import type { DashboardCard } from '@paceline/contract';
import { IconGripVertical } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { CardFace } from './card-face.tsx';
import { cellStyle } from './card-grid.tsx';
import type { CardPage } from './card-page.ts';
import classes from './dashboard.module.css';
import { changedCard, fittingSize, movedCard, type PlacedCard, sizeWords } from './prepare-cards.ts';
import { ResizeHandle } from './resize-handle.tsx';

interface EditableGridProps {
  page: CardPage;
  placed: readonly PlacedCard[];
  onChange: (cards: DashboardCard[]) => void;
  /** Controls of a card, beside those that move and size it. */
  toolsOf: (placed: PlacedCard) => ReactNode;
}

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

interface CellProps extends PlacedCard {
  page: CardPage;
  hint: string;
  tools: ReactNode;
  onStep: (step: number) => void;
  onSize: (card: DashboardCard) => void;
}

const Cell = ({ page, card, label, hint, tools, onStep, onSize }: CellProps) => {
  const [draft, setDraft] = useState<DashboardCard | null>(null);
  const { listeners, setActivatorNodeRef, setNodeRef, transform, isDragging } = useDraggable({ id: card.id });
  const { isOver, setNodeRef: setDropRef } = useDroppable({ id: card.id });
  const shown = draft ?? card;
  const moved = transform && `translate3d(${transform.x}px, ${transform.y}px, 0)`;
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    onStep(step);
  };
  return (
    <li
      ref={(node) => {
        setNodeRef(node);
        setDropRef(node);
      }}
      className={classes.cell}
      data-kind={card.kind}
      data-dragging={isDragging || undefined}
      data-over={(isOver && !isDragging) || undefined}
      style={{ ...cellStyle(shown), transform: moved ?? undefined }}
    >
      <CardFace
        {...{ page, label }}
        card={shown}
        tools={
          <div className={classes.tools}>
            {tools}
            <ActionIcon
              ref={setActivatorNodeRef}
              {...listeners}
              className={classes.handle}
              variant="subtle"
              color="gray"
              size={24}
              aria-label={`Move ${label}`}
              aria-describedby={hint}
              data-card={card.id}
              onKeyDown={onKeyDown}
            >
              <IconGripVertical size={15} aria-hidden="true" />
            </ActionIcon>
          </div>
        }
      />
      <ResizeHandle
        label={label}
        card={shown}
        hint={hint}
        onDraft={(size) => setDraft({ ...card, ...fittingSize(size) })}
        onSize={(size) => {
          setDraft(null);
          onSize({ ...card, ...fittingSize(size) });
        }}
      />
    </li>
  );
};

/** Cards that are moved and sized: by their handles with the mouse, or with the arrow keys. */
export const EditableGrid = ({ page, placed, onChange, toolsOf }: EditableGridProps) => {
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 4 } }));
  const hint = useId();
  const [news, setNews] = useState('');
  const grid = useRef<HTMLUListElement>(null);
  const toFocus = useRef<string | null>(null);
  const cards = placed.map(({ card }) => card);
  // A card moved in the document loses the focus of its handle.
  useLayoutEffect(() => {
    if (toFocus.current === null) return;
    grid.current?.querySelector<HTMLElement>(`[data-card="${toFocus.current}"]`)?.focus();
    toFocus.current = null;
  });
  const labelOf = (id: number | string): string => placed.find(({ card }) => card.id === id)?.label ?? '';
  const move = (id: string, to: number): void => {
    const place = Math.max(0, Math.min(to, cards.length - 1));
    setNews(`${labelOf(id)}: position ${place + 1} of ${cards.length}`);
    onChange(movedCard(cards, id, place));
  };
  const end = ({ active, over }: DragEndEvent): void => {
    const to = cards.findIndex(({ id }) => id === over?.id);
    if (to >= 0 && over?.id !== active.id) move(String(active.id), to);
  };
  const said = ({ active }: Pick<DragEndEvent, 'active'>): string => labelOf(active.id);
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={pointerWithin}
      onDragEnd={end}
      accessibility={{
        announcements: { onDragStart: said, onDragOver: said, onDragEnd: said, onDragCancel: said },
      }}
    >
      <span id={hint} hidden>
        Arrow keys
      </span>
      <VisuallyHidden role="status">{news}</VisuallyHidden>
      <ul className={classes.grid} aria-label="Cards" ref={grid}>
        {placed.map((one, index) => (
          <Cell
            key={one.card.id}
            {...one}
            {...{ page, hint }}
            tools={toolsOf(one)}
            onStep={(step) => {
              toFocus.current = one.card.id;
              move(one.card.id, index + step);
            }}
            onSize={(card) => {
              setNews(`${one.label}: ${sizeWords(card)}`);
              onChange(changedCard(cards, card));
            }}
          />
        ))}
      </ul>
    </DndContext>
  );
};
