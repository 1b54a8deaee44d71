import { Button, Modal } from '@mantine/core';
import { type CampaignListRow, campaignStatusBulk, type CallResponse, MAX_BULK_CAMPAIGNS } from '@paceline/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../../../lib/api/api.ts';
import { useUndoBulk } from '../../../shared/history/undo-api.ts';
import { formatCount } from '../../../lib/text/format.ts';
import { Note } from '../../../ui/pieces/note.tsx';
import { toast } from '../../../ui/toast/toast-store.ts';
import { forgetCampaigns } from '../api.ts';
import { useActionRights } from '../status/campaign-actions.tsx';
import { MoveDialog } from '../status/move-dialog.tsx';
import { ACTION_LABELS } from '../status/prepare-actions.ts';
import { bulkBody, type MoveKind, type MoveValues } from '../status/prepare-move.ts';
import { BulkPreview } from './bulk-preview.tsx';
import classes from './list-view.module.css';
import { campaignsIn } from '../campaigns-in.ts';
import { BULK_KINDS, bulkDone, movable } from './prepare-bulk.ts';

interface BulkActionsProps {
  selected: readonly CampaignListRow[];
  onClear: () => void;
}

type Results = CallResponse<typeof campaignStatusBulk>;

const ResultDialog = ({ results, onClose }: { results: Results | null; onClose: () => void }) => (
  <Modal
    opened={results !== null}
    onClose={onClose}
    title={<strong>{results && `${campaignsIn(results.failed)} could not be changed`}</strong>}
    centered
    size={560}
  >
    {/* The scroll area must be reachable by keyboard. */}
    {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
    <ul className={classes.failed} tabIndex={0} aria-label="Campaigns not changed">
      {results?.results
        .filter(({ done }) => !done)
        .map(({ campaignKey, name, message }) => (
          <li key={campaignKey}>
            {name}
            <Note size="xs" mt={1}>
              {message}
            </Note>
          </li>
        ))}
    </ul>
    <Button onClick={onClose}>Close</Button>
  </Modal>
);

/** Actions for all selected campaigns. Each campaign is judged separately; failures are listed. */
export const BulkActions = ({ selected, onClear }: BulkActionsProps) => {
  const queries = useQueryClient();
  const [kind, setKind] = useState<MoveKind | null>(null);
  const [results, setResults] = useState<Results | null>(null);
  const may = useActionRights();
  const counts = movable(selected, may);
  const isTooMany = selected.length > MAX_BULK_CAMPAIGNS;
  const chosen = kind === null ? [] : counts[kind];
  const left = selected.length - chosen.length;
  const ownerKey = selected[0]?.ownerKey ?? 0;
  const { mutate: undo } = useUndoBulk(() => forgetCampaigns(queries));
  const send = async (what: MoveKind, values: MoveValues): Promise<void> => {
    const answer = await callApi(campaignStatusBulk, {
      params: { owner: ownerKey },
      body: { campaignKeys: counts[what].map(({ campaignKey }) => campaignKey), ...bulkBody(what, values) },
    });
    if (!answer) return;
    const { actionId } = answer;
    const undoing = actionId === null ? undefined : { label: 'Undo', onAct: () => undo({ ownerKey, actionId }) };
    if (answer.done > 0) toast.success(bulkDone(what, values, answer.done), undoing);
    if (answer.failed > 0) setResults(answer);
    await forgetCampaigns(queries);
    onClear();
  };
  return (
    <>
      {isTooMany && <span>At most {formatCount(MAX_BULK_CAMPAIGNS)} can be changed at once.</span>}
      {BULK_KINDS.filter((one) => counts[one].length > 0).map((one) => (
        <Button key={one} size="xs" variant="default" disabled={isTooMany} onClick={() => setKind(one)}>
          {ACTION_LABELS[one]}
          {counts[one].length < selected.length && ` ${formatCount(counts[one].length)}`}
        </Button>
      ))}
      <MoveDialog
        kind={kind}
        subject={
          left === 0
            ? campaignsIn(chosen.length)
            : `${campaignsIn(chosen.length)} of ${formatCount(selected.length)}; the status of the others does not allow it`
        }
        onSend={send}
        onClose={() => setKind(null)}
        // oxlint-disable-next-line react/no-unstable-nested-components -- a function that is called, not a component
        preview={(what, values) => <BulkPreview kind={what} values={values} rows={counts[what]} selected={selected} />}
      />
      <ResultDialog results={results} onClose={() => setResults(null)} />
    </>
  );
};
