import { UnstyledButton } from '@mantine/core';
import type { DashboardCard } from '@paceline/contract';
import { IconArrowsDiagonal2 } from '@tabler/icons-react';
import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import classes from './dashboard.module.css';
import { draggedSize, sizeWords } from './prepare-cards.ts';

type Size = Pick<DashboardCard, 'width' | 'height'>;

interface ResizeHandleProps {
  label: string;
  card: DashboardCard;
  hint: string;
  /** While dragging. */
  onDraft: (size: Size) => void;
  onSize: (size: Size) => void;
}

const STEPS: Readonly<Record<string, readonly [across: number, down: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The lower right corner of a card. */
export const ResizeHandle = ({ label, card, hint, onDraft, onSize }: ResizeHandleProps) => {
  const start = useRef<{ x: number; y: number; size: Size; width: number } | null>(null);
  const sizeAt = (event: PointerEvent): Size | null => {
    const from = start.current;
    if (from === null) return null;
    return draggedSize(from.size, [event.clientX - from.x, event.clientY - from.y], from.width);
  };
  const onPointerDown = (event: PointerEvent<HTMLElement>): void => {
    const width = event.currentTarget.closest('ul')?.clientWidth ?? 0;
    start.current = { x: event.clientX, y: event.clientY, size: card, width };
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const onPointerMove = (event: PointerEvent): void => {
    const size = sizeAt(event);
    if (size !== null) onDraft(size);
  };
  const onPointerUp = (event: PointerEvent): void => {
    const size = sizeAt(event);
    start.current = null;
    if (size !== null) onSize(size);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    onSize({ width: card.width + step[0], height: card.height + step[1] });
  };
  return (
    <UnstyledButton
      className={classes.corner}
      aria-label={`Size of ${label}: ${sizeWords(card)}`}
      aria-describedby={hint}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={onPointerUp}
    >
      <IconArrowsDiagonal2 size={14} aria-hidden="true" />
    </UnstyledButton>
  );
};
