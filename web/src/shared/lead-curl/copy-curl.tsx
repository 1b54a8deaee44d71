import { Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { leadCurl, leadDetails } from '@paceline/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../lib/api/api.ts';
import { useMay } from '../../lib/session/permissions.ts';
import { groupOfSession } from '../../lib/session/session-store.ts';
import { tellFailure } from '../list/use-list-export.ts';

interface CopyCurlProps {
  ownerKey: number;
  leadCaptureKey: number;
  /** The try to deliver; null for the post of the media partner. */
  attempt: number | null;
}

/** Copies a post or a try as a shell command. Users who may see people get the whole person, which is recorded. */
export const CopyCurl = ({ ownerKey, leadCaptureKey, attempt }: CopyCurlProps) => {
  const wholePerson = useMay('leadanalyzer:ViewPII') && groupOfSession() === 'ag';
  const queries = useQueryClient();
  const clipboard = useClipboard();
  const { mutate, isPending } = useMutation({
    mutationFn: () => callApi(leadCurl, { body: { ownerKey, leadCaptureKey, attempt, wholePerson } }),
    onSuccess: (answer) => {
      if (answer === undefined) return;
      clipboard.copy(answer.command);
      if (wholePerson) void queries.invalidateQueries({ queryKey: [leadDetails.id] });
    },
    onError: tellFailure,
  });
  return (
    <Button
      size="compact-xs"
      variant="subtle"
      loading={isPending}
      title={
        wholePerson
          ? 'Without credentials. Contains personal data; copying it is recorded on the lead.'
          : 'Without credentials, personal data masked.'
      }
      onClick={() => mutate()}
    >
      {clipboard.copied ? 'Copied' : 'Copy as curl'}
    </Button>
  );
};
