import { ActionIcon } from '@mantine/core';
import { IconCheck, IconStar, IconStarFilled } from '@tabler/icons-react';
import type { OwnerOfUser } from '../../lib/session/session-data.ts';
import classes from './owner-picker.module.css';
import type { OwnerGroup } from './prepare-owners.ts';

interface OwnerGridProps {
  id: string;
  label: string;
  groups: readonly OwnerGroup[];
  marked: OwnerOfUser | undefined;
  activeKey: number | undefined;
  favourites: readonly number[];
  onChoose: (owner: OwnerOfUser) => void;
  onStar: (owner: OwnerOfUser) => void;
}

export const rowIdOf = (id: string, { ownerKey }: OwnerOfUser): string => `${id}-${ownerKey}`;

const reveal = (row: HTMLElement | null): void => row?.scrollIntoView({ block: 'nearest' });

interface RowProps extends Omit<OwnerGridProps, 'groups' | 'label'> {
  owner: OwnerOfUser;
}

const Row = ({ id, owner, marked, activeKey, favourites, onChoose, onStar }: RowProps) => {
  const isMarked = owner.ownerKey === marked?.ownerKey;
  const isFavourite = favourites.includes(owner.ownerKey);
  const Star = isFavourite ? IconStarFilled : IconStar;
  return (
    <div
      role="row"
      id={rowIdOf(id, owner)}
      ref={isMarked ? reveal : null}
      aria-selected={owner.ownerKey === activeKey}
      data-marked={isMarked || undefined}
      className={classes.row}
    >
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the search box has the keys */}
      <span role="gridcell" className={classes.name} onClick={() => onChoose(owner)}>
        {owner.name}
        {owner.ownerKey === activeKey && <IconCheck size={15} aria-hidden="true" />}
      </span>
      <span role="gridcell">
        <ActionIcon
          variant="subtle"
          color="gray"
          size={28}
          tabIndex={-1}
          aria-pressed={isFavourite}
          aria-label={`Favorite: ${owner.name}`}
          className={classes.star}
          onClick={() => onStar(owner)}
        >
          <Star size={15} aria-hidden="true" />
        </ActionIcon>
      </span>
    </div>
  );
};

/** A grid instead of a list box, because each row has two controls. The search box handles the keys. */
export const OwnerGrid = ({ label, groups, ...row }: OwnerGridProps) => (
  <div id={row.id} role="grid" aria-label={label} className={classes.grid}>
    {groups.map(({ title, owners }) => (
      <div key={title} role="rowgroup" aria-label={title}>
        <p className={classes.group} role="presentation">
          {title}
        </p>
        {owners.map((owner) => (
          <Row key={owner.ownerKey} owner={owner} {...row} />
        ))}
      </div>
    ))}
  </div>
);
