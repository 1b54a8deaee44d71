import { Box, Checkbox, Radio, TextInput } from '@mantine/core';
import type { UserGroup } from '@paceline/contract';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import type { OwnerOfUser } from '../../lib/session/session-data.ts';
import classes from './owner-access.module.css';

interface OwnerAccessProps {
  group: UserGroup;
  owners: readonly OwnerOfUser[];
  allOwners: boolean;
  ownerKeys: readonly number[];
  /** Whether the grantor works on all owners, and so may grant that. */
  canGiveAll: boolean;
  error: string | undefined;
  isDisabled: boolean;
  onAll: (all: boolean) => void;
  onKeys: (keys: number[]) => void;
}

/** Number of items from which a list gets a search. */
const SEARCH_FROM = 10;

const OwnerChecks = ({ owners, ownerKeys, isDisabled, onKeys }: OwnerAccessProps) => {
  const [text, setText] = useState('');
  const shown = owners.filter(({ name }) => name.toLowerCase().includes(text.trim().toLowerCase()));
  const toggle = (key: number) =>
    onKeys(ownerKeys.includes(key) ? ownerKeys.filter((one) => one !== key) : [...ownerKeys, key]);
  return (
    <Box mt={10}>
      {owners.length > SEARCH_FROM && (
        <TextInput
          size="xs"
          aria-label="Search owners"
          placeholder="Search owners"
          leftSection={<IconSearch size={14} aria-hidden="true" />}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      )}
      <div className={classes.list} role="group" aria-label="Owners">
        {shown.map(({ ownerKey, name }) => (
          <Checkbox
            key={ownerKey}
            size="xs"
            label={name}
            checked={ownerKeys.includes(ownerKey)}
            disabled={isDisabled}
            onChange={() => toggle(ownerKey)}
          />
        ))}
      </div>
    </Box>
  );
};

/** The owners a user works on: all (agency users only), or some. */
export const OwnerAccess = (props: OwnerAccessProps) => {
  const { group, allOwners, canGiveAll, error, isDisabled, onAll } = props;
  return (
    <div>
      {group === 'ag' && (
        <Radio.Group
          label="Works on"
          value={allOwners ? 'all' : 'some'}
          onChange={(value) => onAll(value === 'all')}
          className={classes.radios}
        >
          <Radio
            size="xs"
            value="all"
            label="All owners, including future ones"
            description={
              canGiveAll ? undefined : 'You do not have access to all owners yourself, so you cannot grant it.'
            }
            disabled={isDisabled || (!canGiveAll && !allOwners)}
          />
          <Radio size="xs" value="some" label="Only these" disabled={isDisabled} />
        </Radio.Group>
      )}
      {!allOwners && <OwnerChecks {...props} />}
      {error && (
        <Box component="p" c="var(--mantine-color-error)" fz="xs" m="6px 0 0" role="alert" tabIndex={-1} data-refused>
          {error}
        </Box>
      )}
    </div>
  );
};
