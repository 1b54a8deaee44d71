import { Button } from '@mantine/core';
import { leadDetails, leadPersonView } from '@paceline/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../lib/api/api.ts';
import { tellFailure } from '../../shared/list/use-list-export.ts';
import { Facts } from '../../ui/lists/facts.tsx';
import { Note } from '../../ui/pieces/note.tsx';
import { SectionCard } from '../../ui/pieces/section-card.tsx';
import type { ShownLead } from './prepare-detail.ts';
import { useMaySeePerson } from './use-may-see-person.ts';

/** The person, masked. Users with the right can reveal it by a click, which is recorded, until they leave the page. */
export const LeadPerson = ({ lead }: { lead: ShownLead }) => {
  const { person, ownerKey, leadCaptureKey } = lead;
  const may = useMaySeePerson(lead);
  const queries = useQueryClient();
  const { mutate, data, isPending } = useMutation({
    mutationFn: () => callApi(leadPersonView, { body: { ownerKey, leadCaptureKey } }),
    onSuccess: () => void queries.invalidateQueries({ queryKey: [leadDetails.id] }),
    onError: tellFailure,
  });
  if (person === undefined) return null;
  const shown = data ?? person;
  return (
    <SectionCard
      title="Person"
      action={
        may &&
        person !== null &&
        data === undefined && (
          <Button size="compact-xs" variant="default" loading={isPending} onClick={() => mutate()}>
            Show person
          </Button>
        )
      }
      note={
        data === undefined && person !== null
          ? `Masked.${may ? ' Showing the person is recorded on the lead.' : ''}`
          : undefined
      }
    >
      {shown === null ? (
        <Note>Personal data erased.</Note>
      ) : (
        <Facts
          facts={[
            ['Name', shown.name],
            ['Email', shown.email],
            ['Phone', shown.phone],
            ['Address', data?.address],
          ]}
        />
      )}
    </SectionCard>
  );
};
