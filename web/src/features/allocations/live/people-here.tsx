import { Group, VisuallyHidden } from '@mantine/core';
import type { SheetPerson } from '@paceline/contract';
import { Initials, initialsOf } from '../../../ui/marks/initials.tsx';

const MOST = 4;

/** Who else has the sheet open, by initials. */
export const PeopleHere = ({ people }: { people: readonly SheetPerson[] }) => {
  const names = people.map(({ name }) => name).join(', ');
  return (
    <Group gap={2} wrap="nowrap" flex="none" title={names === '' ? undefined : `Also here: ${names}`}>
      {people.slice(0, MOST).map(({ userKey, name }) => (
        <Initials key={userKey} text={initialsOf(name)} />
      ))}
      {people.length > MOST && <Initials text={`+${people.length - MOST}`} />}
      <VisuallyHidden role="status">{names === '' ? '' : `Also here: ${names}`}</VisuallyHidden>
    </Group>
  );
};
