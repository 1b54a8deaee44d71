import { TableHead } from '../../ui/table-head.tsx';
import { Button } from '@mantine/core';
import type { PostingInstructions } from '@paceline/contract';
import { useEffect, useRef } from 'react';
import { formatInstant } from '../../lib/text/format.ts';
import { Note } from '../../ui/pieces/note.tsx';
import { SectionCard } from '../../ui/pieces/section-card.tsx';
import tables from '../../ui/lists/plain-table.module.css';
import { useMarkRead } from './api.ts';
import classes from './docs.module.css';
import { changeKind, changesTitle } from './prepare-changes.ts';

/** Changes since the user last read the instructions; empty on the first visit. */
export const ChangesCard = ({ shown }: { shown: PostingInstructions }) => {
  const { campaignKey, changes, lastReadAt, version, zone } = shown;
  const { mutate, isPending } = useMarkRead(campaignKey);
  const noted = useRef<number | null>(null);
  useEffect(() => {
    // First visit: marked as read, so that later changes are shown.
    if (lastReadAt !== null || noted.current === campaignKey) return;
    noted.current = campaignKey;
    mutate(version);
  }, [campaignKey, lastReadAt, mutate, version]);
  if (lastReadAt === null) return null;
  const title = changesTitle(changes.length, formatInstant(lastReadAt, zone));
  if (changes.length === 0) return <Note role="status">{title}</Note>;
  return (
    <SectionCard
      title={title}
      note="They stay here until you mark them as read."
      action={
        <Button size="xs" loading={isPending} onClick={() => mutate(version)}>
          Mark as read
        </Button>
      }
    >
      <table className={tables.table}>
        <TableHead of={['What', 'Where', 'Before', 'Now']} />
        <tbody>
          {changes.map((change) => (
            <tr key={`${change.section} ${change.what}`}>
              <th scope="row">
                {change.what}
                <span className={tables.detail}>{changeKind(change)}</span>
              </th>
              <td data-label="Where">{change.section}</td>
              <td data-label="Before" className={classes.cell}>
                {change.before === null || change.before === '' ? '–' : change.before}
              </td>
              <td data-label="Now" className={classes.cell}>
                {change.after === null || change.after === '' ? '–' : change.after}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </SectionCard>
  );
};
