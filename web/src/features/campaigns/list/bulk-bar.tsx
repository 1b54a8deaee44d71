import { Button, CloseButton, Modal } from '@mantine/core';
import { type CampaignListRow, campaignStatusBulk, type CallResponse, MOST_BULK_CAMPAIGNS } from '@paceline/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../../../lib/api.ts';
import { formatCount } from '../../../lib/format.ts';
import { toast } from '../../../ui/toast-store.ts';
import { forgetCampaigns } from '../api.ts';
import { useDeedRights } from '../status/campaign-actions.tsx';
import { MoveDialog } from '../status/move-dialog.tsx';
import { DEED_LABELS } from '../status/prepare-actions.ts';
import { bulkBody, type MoveKind, type MoveValues } from '../status/prepare-move.ts';
import classes from './list-view.module.css';
import { BULK_KINDS, campaignsIn, movable } from './prepare-bulk.ts';

interface BulkBarProps {
  ownerKey: number;
  selected: readonly CampaignListRow[];
  /** Chooses everything that the filters leave; null where that is what is chosen, or all that there is. */
  onSelectAll: (() => void) | null;
  isExporting: boolean;
  onExport: () => void;
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
    {/* A long list scrolls in here, so the keyboard must be able to. */}
    {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
    <ul className={classes.failed} tabIndex={0} aria-label="What could not be changed">
      {results?.results
        .filter(({ done }) => !done)
        .map(({ campaignKey, name, message }) => (
          <li key={campaignKey}>
            {name}
            <p className={classes.sub}>{message}</p>
          </li>
        ))}
    </ul>
    <Button onClick={onClose}>Close</Button>
  </Modal>
);

/** What can be done to all campaigns that are chosen. Each is judged by itself; what failed is told one by one. */
export const BulkBar = ({ ownerKey, selected, onSelectAll, isExporting, onExport, onClear }: BulkBarProps) => {
  const queries = useQueryClient();
  const [kind, setKind] = useState<MoveKind | null>(null);
  const [results, setResults] = useState<Results | null>(null);
  const may = useDeedRights();
  const counts = movable(selected, may);
  const isTooMany = selected.length > MOST_BULK_CAMPAIGNS;
  const chosen = kind === null ? [] : counts[kind];
  const left = selected.length - chosen.length;

  const send = async (what: MoveKind, values: MoveValues): Promise<void> => {
    const answer = await callApi(campaignStatusBulk, {
      params: { owner: ownerKey },
      body: { campaignKeys: counts[what].map(({ campaignKey }) => campaignKey), ...bulkBody(what, values) },
    });
    if (!answer) return;
    if (answer.done > 0) toast.success(`${campaignsIn(answer.done)} changed: ${DEED_LABELS[what].toLowerCase()}.`);
    if (answer.failed > 0) setResults(answer);
    await forgetCampaigns(queries);
    onClear();
  };
  return (
    <>
      {selected.length > 0 && (
        <div className={classes.bulk} role="region" aria-label="Chosen campaigns">
          <strong role="status">{formatCount(selected.length)} chosen</strong>
          {onSelectAll && (
            <Button size="compact-xs" variant="subtle" onClick={onSelectAll}>
              Choose all that match
            </Button>
          )}
          {isTooMany && <span>At most {formatCount(MOST_BULK_CAMPAIGNS)} can be changed at once.</span>}
          <span className={classes.grow} />
          {BULK_KINDS.filter((one) => counts[one].length > 0).map((one) => (
            <Button key={one} size="xs" variant="default" disabled={isTooMany} onClick={() => setKind(one)}>
              {DEED_LABELS[one]}
              {counts[one].length < selected.length && ` ${formatCount(counts[one].length)}`}
            </Button>
          ))}
          <Button size="xs" variant="default" loading={isExporting} disabled={isTooMany} onClick={onExport}>
            Export
          </Button>
          <CloseButton size="sm" aria-label="Choose none" onClick={onClear} />
        </div>
      )}
      <MoveDialog
        kind={kind}
        subject={
          left === 0
            ? campaignsIn(chosen.length)
            : `${campaignsIn(chosen.length)} of ${formatCount(selected.length)}; the status of the others does not allow it`
        }
        onSend={send}
        onClose={() => setKind(null)}
      />
      <ResultDialog results={results} onClose={() => setResults(null)} />
    </>
  );
};
