import { ActionIcon } from '@mantine/core';
import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { rectSortingStrategy, SortableContext, sortableKeyboardCoordinates, useSortable } from '@dnd-kit/sortable';
import { IconChevronDown, IconChevronUp, IconGripVertical } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './sortable-list.module.css';

interface Item {
  key: string;
  label: string;
}

interface SortableListProps<One extends Item> {
  label: string;
  items: readonly One[];
  /** The item that moved, and its new place. */
  onMove: (key: string, to: number) => void;
  /** One below the other, at full width. */
  isStacked?: boolean;
  children: (item: One) => ReactNode;
}

interface MovableProps {
  item: Item;
  index: number;
  last: number;
  onMove: (key: string, to: number) => void;
  children: ReactNode;
}

const ICON = { size: 13, 'aria-hidden': true } as const;
const TOOL = { variant: 'subtle', color: 'gray', size: 22 } as const;

const Movable = ({ item: { key, label }, index, last, onMove, children }: MovableProps) => {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id: key,
  });
  const moved = transform && `translate3d(${Math.round(transform.x)}px, ${Math.round(transform.y)}px, 0)`;
  return (
    <li
      ref={setNodeRef}
      className={classes.item}
      data-dragging={isDragging || undefined}
      style={{ transform: moved ?? undefined, transition }}
    >
      <ActionIcon {...TOOL} ref={setActivatorNodeRef} {...attributes} {...listeners} aria-label={`Drag ${label}`}>
        <IconGripVertical {...ICON} />
      </ActionIcon>
      <ActionIcon
        {...TOOL}
        aria-label={`Move ${label} up`}
        disabled={index === 0}
        onClick={() => onMove(key, index - 1)}
      >
        <IconChevronUp {...ICON} />
      </ActionIcon>
      <ActionIcon
        {...TOOL}
        aria-label={`Move ${label} down`}
        disabled={index === last}
        onClick={() => onMove(key, index + 1)}
      >
        <IconChevronDown {...ICON} />
      </ActionIcon>
      {children}
    </li>
  );
};

/** A list the user can reorder: by dragging, by keyboard, or stepwise with the buttons beside the handle. */
export const SortableList = <One extends Item>({
  label,
  items,
  onMove,
  isStacked = false,
  children,
}: SortableListProps<One>) => {
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const end = ({ active, over }: DragEndEvent): void => {
    const to = items.findIndex(({ key }) => key === over?.id);
    if (over !== null && to >= 0 && active.id !== over.id) onMove(String(active.id), to);
  };
  return (
    <DndContext sensors={sensors} collisionDetection={closestCenter} onDragEnd={end}>
      <SortableContext items={items.map(({ key }) => key)} strategy={rectSortingStrategy}>
        <ul className={classes.list} aria-label={label} data-stacked={isStacked || undefined}>
          {items.map((item, index) => (
            <Movable key={item.key} item={item} index={index} last={items.length - 1} onMove={onMove}>
              {children(item)}
            </Movable>
          ))}
        </ul>
      </SortableContext>
    </DndContext>
  );
};
