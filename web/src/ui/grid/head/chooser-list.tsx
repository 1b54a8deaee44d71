import { UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconGripVertical, IconPin } from '@tabler/icons-react';
import { useState } from 'react';
import classes from './column-chooser.module.css';
import type { ChooserGroup, ChooserItem } from './prepare-chooser.ts';

interface ChooserListProps {
  groups: readonly ChooserGroup[];
  onShow: (keys: readonly string[], isShown: boolean) => void;
  /** Moves a column to another column's place. */
  onMove: (key: string, target: string) => void;
}

interface ItemProps {
  item: ChooserItem;
  dragged: ChooserItem | null;
  onDrag: (item: ChooserItem | null) => void;
  onShow: ChooserListProps['onShow'];
  onMove: ChooserListProps['onMove'];
}

const Item = ({ item, dragged, onDrag, onShow, onMove }: ItemProps) => {
  const { key, label, isShown, isFrozen, before, after } = item;
  const [isOver, setOver] = useState(false);
  const canDrop = dragged !== null && dragged.key !== key && dragged.isFrozen === isFrozen;
  const step = (target: string | null, Icon: typeof IconChevronUp, way: string) => (
    <UnstyledButton
      className={classes.step}
      aria-label={`Move ${label} ${way}`}
      disabled={target === null}
      onClick={() => target !== null && onMove(key, target)}
    >
      <Icon size={14} aria-hidden="true" />
    </UnstyledButton>
  );
  return (
    <li
      className={classes.item}
      draggable
      data-dragged={dragged?.key === key || undefined}
      data-over={(isOver && canDrop) || undefined}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', label);
        onDrag(item);
      }}
      onDragEnd={() => onDrag(null)}
      onDragOver={(event) => {
        if (!canDrop) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        if (dragged && canDrop) onMove(dragged.key, key);
      }}
    >
      <IconGripVertical size={13} aria-hidden="true" className={classes.grip} />
      <label className={classes.name}>
        <input type="checkbox" checked={isShown} onChange={() => onShow([key], !isShown)} />
        <span>{label}</span>
      </label>
      {isFrozen && <IconPin size={13} aria-label="Always on the left" className={classes.grip} />}
      {step(before, IconChevronUp, 'up')}
      {step(after, IconChevronDown, 'down')}
    </li>
  );
};

/** Reordered by dragging, or with the arrow buttons by keyboard. */
export const ChooserList = ({ groups, onShow, onMove }: ChooserListProps) => {
  const [dragged, setDragged] = useState<ChooserItem | null>(null);
  return (
    <div className={classes.list}>
      {groups.map(({ label, items }) => {
        const shown = items.filter(({ isShown }) => isShown).length;
        return (
          <section key={items[0]?.key} aria-label={label ?? 'Columns'}>
            {label !== undefined && (
              <label className={classes.group}>
                <input
                  type="checkbox"
                  ref={(box) => {
                    if (box) box.indeterminate = shown > 0 && shown < items.length;
                  }}
                  checked={shown === items.length}
                  onChange={() =>
                    onShow(
                      items.map(({ key }) => key),
                      shown < items.length,
                    )
                  }
                />
                <span>{label}</span>
              </label>
            )}
            <ul className={classes.items}>
              {items.map((item) => (
                <Item key={item.key} {...{ item, dragged, onShow, onMove }} onDrag={setDragged} />
              ))}
            </ul>
          </section>
        );
      })}
    </div>
  );
};
