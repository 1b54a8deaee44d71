import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { clientCriteriaAccept } from '@paceline/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../../lib/api/api.ts';
import { useMay } from '../../../lib/session/permissions.ts';
import { tellFailure } from '../../../shared/list/use-list-export.ts';
import { toast } from '../../../ui/toast/toast-store.ts';
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
import { defaultsText, type NeedLine, prepareReadiness } from './prepare-readiness.ts';

/** Accepts the criteria of all clients that have none of their own, in one act. */
const AcceptDefaults = () => {
  const { ownerKey } = useOwner();
  const queries = useQueryClient();
  const mayAccept = useMay('clients:Criteria');
  const accept = useMutation({
    mutationFn: () => callApi(clientCriteriaAccept, { params: { owner: ownerKey }, body: {} }),
    onSuccess: async (answer) => {
      await queries.invalidateQueries({ queryKey: readinessQuery(ownerKey).queryKey });
      if (answer) toast.success(`Defaults accepted for ${answer.clients.join(', ') || 'no client'}.`);
    },
    onError: tellFailure,
  });
  if (!mayAccept) return null;
  return (
    <Button size="compact-sm" variant="default" loading={accept.isPending} onClick={() => accept.mutate()}>
      Accept the defaults
    </Button>
  );
};

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
            {id === 'criteria' && !isDone && <Note size="xs">{defaultsText()}</Note>}
          </div>
          {!isDone && (
            <Group gap={14}>
              {id === 'criteria' && <AcceptDefaults />}
              <Anchor size="sm" href={hrefOf(path)}>
                {action}
              </Anchor>
            </Group>
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
          const { now, live, next, text } = prepareReadiness(readiness, ownerKey);
          return (
            <Stack gap={12}>
              {next && (
                <HeadParts
                  action={
                    <Button component="a" href={hrefOf(next.path)}>
                      Next: {next.action}
                    </Button>
                  }
                />
              )}
              <Text role="status" size="sm">
                {text}
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
