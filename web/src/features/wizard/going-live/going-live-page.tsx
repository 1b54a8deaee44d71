import { Anchor, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { hrefOf } from '../../../lib/address/paths.ts';
import { useOwner } from '../../../lib/session/session-store.ts';
import { Loaded } from '../../../ui/states/loaded.tsx';
import { Note } from '../../../ui/pieces/note.tsx';
import { HeadParts } from '../../../ui/pieces/page-head.tsx';
import { PlainList } from '../../../ui/lists/plain-list.tsx';
import { SectionCard } from '../../../ui/pieces/section-card.tsx';
import { StatusMark } from '../../../ui/marks/status-mark.tsx';
import { readinessQuery } from '../api.ts';
import record from '../../../ui/lists/record-list.module.css';
import { type NeedLine, prepareReadiness } from './prepare-readiness.ts';

const NeedList = ({ title, note, lines }: { title: string; note: string; lines: readonly NeedLine[] }) => (
  <SectionCard title={title} note={note}>
    <PlainList aria-label={title}>
      {lines.map(({ id, label, isDone, note: who, path, action }) => (
        <li key={id} className={record.row}>
          <div className={record.words}>
            <Group gap="2px 10px" fz="sm">
              <strong>{label}</strong>
              <StatusMark tone={isDone ? 'good' : 'warn'}>{isDone ? 'Done' : 'Missing'}</StatusMark>
            </Group>
            {who && <Note size="xs">{who}</Note>}
          </div>
          {!isDone && (
            <Anchor size="sm" href={hrefOf(path)}>
              {action}
            </Anchor>
          )}
        </li>
      ))}
    </PlainList>
  </SectionCard>
);

/** An owner's checklist before its first campaign can go live. The end of the wizard, also available for every owner. */
export const GoingLivePage = () => {
  const { ownerKey, name } = useOwner();
  return (
    <>
      <HeadParts description={`What ${name} needs before its first campaign runs.`} />
      <Loaded query={useQuery(readinessQuery(ownerKey))} what="owner" lines={8}>
        {(readiness) => {
          const { now, live, left } = prepareReadiness(readiness, ownerKey);
          return (
            <Stack gap={12}>
              <Text role="status" size="sm">
                {left === 0
                  ? 'Nothing is missing: campaigns of this owner can run.'
                  : `${left} of ${now.length + live.length} are missing.`}
              </Text>
              <NeedList title="Needed now" note="Needed to set up the first campaign." lines={now} />
              <NeedList title="Needed before going live" note="Needed before the first lead." lines={live} />
            </Stack>
          );
        }}
      </Loaded>
    </>
  );
};
