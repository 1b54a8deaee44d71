import { Anchor, Button, Group, Stack } from '@mantine/core';
import { EMPTY_DRAFT, ownerDraftSave, STEP_NAMES, type WizardStep } from '@paceline/contract';
import { IconPlus } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { callApi } from '../../lib/api/api.ts';
import { formatInstant, localZone } from '../../lib/text/format.ts';
import { hrefOf, PATHS } from '../../lib/address/paths.ts';
import { tellFailure } from '../../shared/list/use-list-export.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { Loaded } from '../../ui/states/loaded.tsx';
import { Note } from '../../ui/pieces/note.tsx';
import { PageHead } from '../../ui/pieces/page-head.tsx';
import { PlainList } from '../../ui/lists/plain-list.tsx';
import { SectionCard } from '../../ui/pieces/section-card.tsx';
import { draftQuery, draftsQuery } from './api.ts';
import { DraftEditor } from './draft-editor.tsx';
import type { WizardSearch } from './wizard-search.ts';
import record from '../../ui/lists/record-list.module.css';

const useGo = () => {
  const navigate = useNavigate();
  return (search: WizardSearch) =>
    navigate({ to: PATHS.newClientWizard, search: search as never, ignoreBlocker: true });
};

/** The open drafts of new clients, and a button to start another. */
const Start = () => {
  const go = useGo();
  const drafts = useQuery(draftsQuery());
  const begin = useMutation({
    mutationFn: () =>
      callApi(ownerDraftSave, { body: { draftKey: null, rowVersion: null, step: 'owner', body: EMPTY_DRAFT } }),
    onSuccess: (draft) => draft && go({ draft: draft.draftKey, step: 'owner' }),
    onError: tellFailure,
  });
  // Once, and only where there is nothing to go on with.
  const { begin: isWanted }: WizardSearch = useSearch({ strict: false });
  const isEmpty = drafts.data?.length === 0;
  const { mutate, isIdle } = begin;
  useEffect(() => {
    if (isWanted === 1 && isEmpty && isIdle) mutate();
  }, [isWanted, isEmpty, isIdle, mutate]);
  const start = (
    <Button
      leftSection={<IconPlus size={17} aria-hidden="true" />}
      loading={begin.isPending}
      onClick={() => begin.mutate()}
    >
      Start a new client
    </Button>
  );
  return (
    <Stack gap={12}>
      <PageHead
        title="New Client"
        description="An owner with its brands, clients, campuses and partners, in six steps. Saved as you go; others can continue it."
        action={start}
      />
      <Loaded query={drafts} what="new clients" lines={3}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState title="No new client in progress">
              Nothing is created until the last step. Then you can work on the new client right away.
            </EmptyState>
          ) : (
            <SectionCard title="In progress">
              <PlainList aria-label="In progress">
                {rows.map(({ draftKey, ownerName, step, startedBy, startedAt, savedBy, savedAt }) => (
                  <li key={draftKey} className={record.row}>
                    <div className={record.words}>
                      <Group gap="2px 10px" fz="sm">
                        <Anchor fw={600} href={hrefOf(`${PATHS.newClientWizard}?draft=${draftKey}`)}>
                          {ownerName.trim() || `Unnamed client ${draftKey}`}
                        </Anchor>
                      </Group>
                      <Note size="xs">
                        Started by {startedBy}, {formatInstant(startedAt, localZone())}. Last saved by {savedBy},{' '}
                        {formatInstant(savedAt, localZone())}, at {STEP_NAMES[step]}.
                      </Note>
                    </div>
                  </li>
                ))}
              </PlainList>
            </SectionCard>
          )
        }
      </Loaded>
    </Stack>
  );
};

const OpenDraft = ({ draftKey, step }: { draftKey: number; step: WizardStep | undefined }) => {
  const go = useGo();
  return (
    <Loaded query={useQuery(draftQuery(draftKey))} what="new client" lines={8}>
      {(draft) => (
        <DraftEditor
          draft={draft}
          step={step ?? draft.step}
          onOpen={(next) => void go({ draft: draftKey, step: next })}
          onLeave={() => void go({})}
        />
      )}
    </Loaded>
  );
};

/** The new client wizard: the list of drafts, or one of them. */
export const WizardPage = () => {
  const { draft, step }: WizardSearch = useSearch({ strict: false });
  return draft === undefined ? <Start /> : <OpenDraft key={draft} draftKey={draft} step={step} />;
};
