import { Button, CopyButton, Modal, NumberInput, Stack, TextInput, VisuallyHidden } from '@mantine/core';
import { type InstructionsLink, LINK_DAYS, type UserGroup } from '@paceline/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatInstant } from '../../lib/text/format.ts';
import { useMay } from '../../lib/session/permissions.ts';
import { Loaded } from '../../ui/states/loaded.tsx';
import { Note } from '../../ui/pieces/note.tsx';
import tables from '../../ui/lists/plain-table.module.css';
import { StatusMark } from '../../ui/marks/status-mark.tsx';
import { linksQuery, useLinkActions } from './api.ts';
import classes from './docs.module.css';

interface LinksProps {
  campaignKey: number;
  group: UserGroup;
  /** The zone of the campaign's owner. */
  zone: string;
}

const LinkRow = ({ link, zone, onShut }: { link: InstructionsLink; zone: string; onShut: () => void }) => {
  const { note, url, madeAt, madeBy, endsAt, shutAt } = link;
  const name = note === '' ? `Link of ${formatInstant(madeAt, zone)}` : note;
  const ended = shutAt === null ? `Ended ${formatInstant(endsAt, zone)}` : `Disabled ${formatInstant(shutAt, zone)}`;
  return (
    <tr>
      <th scope="row">
        {name}
        <span className={tables.detail}>Made by {madeBy ?? 'your agency'}</span>
      </th>
      <td>
        {url === null ? (
          <StatusMark tone="off">{ended}</StatusMark>
        ) : (
          <StatusMark tone="good">Open until {formatInstant(endsAt, zone)}</StatusMark>
        )}
      </td>
      <td>
        {url !== null && (
          <div className={tables.actions}>
            <CopyButton value={url}>
              {({ copied, copy }) => (
                <Button size="compact-sm" variant="default" aria-label={`Copy ${name}`} onClick={copy}>
                  {copied ? 'Copied' : 'Copy'}
                </Button>
              )}
            </CopyButton>
            <Button component="a" size="compact-sm" variant="default" href={url} target="_blank" rel="noreferrer">
              Open
            </Button>
            <Button size="compact-sm" variant="subtle" color="red" aria-label={`Disable ${name}`} onClick={onShut}>
              Disable
            </Button>
          </div>
        )}
      </td>
    </tr>
  );
};

const Links = ({ campaignKey, zone }: LinksProps) => {
  const { make, shut } = useLinkActions(campaignKey);
  const [note, setNote] = useState('');
  const [days, setDays] = useState<number | string>(LINK_DAYS);
  const wrongDays = typeof days !== 'number' || !Number.isInteger(days) || days < 1 || days > 365;
  return (
    <Stack gap={14}>
      <Note>
        Anyone with a link can read the current instructions without signing in, without prices, sources and posting
        keys. Disabling a link ends it at once.
      </Note>
      <form
        className={classes.newLink}
        onSubmit={(event) => {
          event.preventDefault();
          if (!wrongDays) make.mutate({ note, days }, { onSuccess: () => setNote('') });
        }}
      >
        <TextInput
          label="Who it is for"
          maxLength={100}
          value={note}
          data-autofocus
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <NumberInput
          label="Days"
          min={1}
          max={365}
          clampBehavior="none"
          allowDecimal={false}
          value={days}
          error={wrongDays && '1 to 365'}
          onChange={setDays}
        />
        <Button type="submit" loading={make.isPending}>
          Create link
        </Button>
      </form>
      <Loaded query={useQuery(linksQuery(campaignKey))} what="list of links" lines={3}>
        {(links) =>
          links.length === 0 ? (
            <Note>No links yet.</Note>
          ) : (
            <table className={tables.table}>
              <thead>
                <tr>
                  <th scope="col">Link</th>
                  <th scope="col">State</th>
                  <th scope="col">
                    <VisuallyHidden>Actions</VisuallyHidden>
                  </th>
                </tr>
              </thead>
              <tbody>
                {links.map((link) => (
                  <LinkRow key={link.linkKey} link={link} zone={zone} onShut={() => shut.mutate(link.linkKey)} />
                ))}
              </tbody>
            </table>
          )
        }
      </Loaded>
    </Stack>
  );
};

/** Public links to the instructions, for users who may hand out posting keys. */
export const LinksButton = (props: LinksProps) => {
  const [isOpen, setOpen] = useState(false);
  const mayShare = useMay('partners:Update') && props.group !== 'cl';
  if (!mayShare) return null;
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setOpen(true)}>
        Share
      </Button>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title={<strong>Public links</strong>} size={720} centered>
        <Links {...props} />
      </Modal>
    </>
  );
};
