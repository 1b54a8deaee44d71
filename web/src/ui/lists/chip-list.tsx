import { CloseButton, Menu, UnstyledButton } from '@mantine/core';
import { closestCenter, DndContext, type DragEndEvent, PointerSensor, useSensor, useSensors } from '@dnd-kit/core';
import { rectSortingStrategy, SortableContext, useSortable } from '@dnd-kit/sortable';
import { type KeyboardEvent, useState } from 'react';
import classes from './chip-list.module.css';

interface Item {
  key: string;
  label: string;
}

interface ChipListProps<One extends Item> {
  label: string;
  items: readonly One[];
  /** The item that moved, and its new place. */
  onMove: (key: string, to: number) => void;
  onRemove: (key: string) => void;
  /** Whether an item may be removed. */
  canRemove?: (item: One) => boolean;
  /** The first entry of an item's menu. */
  open?: (item: One) => { label: string; onAct: () => void } | undefined;
}

interface ChipProps<One extends Item> extends Omit<ChipListProps<One>, 'label' | 'items'> {
  item: One;
  index: number;
  last: number;
}

const Chip = <One extends Item>({ item, index, last, onMove, onRemove, canRemove, open }: ChipProps<One>) => {
  const { key, label } = item;
  const [isOpen, setOpen] = useState(false);
  const { listeners, setNodeRef, transform, transition, isDragging } = useSortable({ id: key });
  const moved = transform && `translate3d(${Math.round(transform.x)}px, ${Math.round(transform.y)}px, 0)`;
  const first = open?.(item);
  const isFixed = canRemove?.(item) === false;
  const byKey = (event: KeyboardEvent): void => {
    const step = event.altKey ? { ArrowLeft: -1, ArrowRight: 1 }[event.key] : undefined;
    if (step !== undefined) {
      event.preventDefault();
      if (index + step >= 0 && index + step <= last) onMove(key, index + step);
    } else if ((event.key === 'Delete' || event.key === 'Backspace') && !isFixed) onRemove(key);
  };
  return (
    <li
      ref={setNodeRef}
      className={classes.chip}
      data-dragging={isDragging || undefined}
      style={{ transform: moved ?? undefined, transition }}
    >
      <Menu opened={isOpen} onChange={setOpen} position="bottom-start" withinPortal>
        <Menu.Target>
          <UnstyledButton
            {...listeners}
            className={classes.text}
            aria-keyshortcuts="Alt+ArrowLeft Alt+ArrowRight Delete"
            onKeyDown={byKey}
          >
            {label}
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          {first && <Menu.Item onClick={first.onAct}>{first.label}</Menu.Item>}
          <Menu.Item disabled={index === 0} onClick={() => onMove(key, index - 1)}>
            Move left
          </Menu.Item>
          <Menu.Item disabled={index === last} onClick={() => onMove(key, index + 1)}>
            Move right
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <CloseButton size="xs" aria-label={`Remove ${label}`} disabled={isFixed} onClick={() => onRemove(key)} />
    </li>
  );
};

/** A row of fields in an order: dragged, moved by Alt and the arrow keys or by their menu, removed by Delete. */
export const ChipList = <One extends Item>({ label, items, onMove, ...rest }: ChipListProps<One>) => {
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 4 } }));
  const end = ({ active, over }: DragEndEvent): void => {
    const to = items.findIndex(({ key }) => key === over?.id);
    if (over !== null && to >= 0 && active.id !== over.id) onMove(String(active.id), to);
  };
  return (
    <DndContext sensors={sensors} collisionDetection={closestCenter} onDragEnd={end}>
      <SortableContext items={items.map(({ key }) => key)} strategy={rectSortingStrategy}>
        <ul className={classes.chips} aria-label={label}>
          {items.map((item, index) => (
            <Chip key={item.key} item={item} index={index} last={items.length - 1} onMove={onMove} {...rest} />
          ))}
        </ul>
      </SortableContext>
    </DndContext>
  );
};
