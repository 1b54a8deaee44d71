import {
  type AllocationMonth,
  allocationsPropose,
  allocationsSave,
  changedCampaigns,
  PROPOSAL_OBJECTIVES,
  type Proposal,
  type ProposalSettings,
  proposalTotals,
} from '@paceline/contract';
import { useMutation } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { ApiError } from '../../../lib/api/api-error.ts';
import { callApi } from '../../../lib/api/api.ts';
import { useStable } from '../../../ui/grid/use-stable.ts';
import { clearToasts, toast } from '../../../ui/toast/toast-store.ts';
import { tellFailure } from '../api.ts';
import { changesIn } from '../sheet/save-bar.tsx';
import { conflictWords, DEFAULT_SETTINGS, rowsToApply, rowsToUndo, type SavedRow } from './prepare-proposal.ts';

interface ProposalOf {
  ownerKey: number;
  month: AllocationMonth;
  /** Called after applying or undoing: the month has changed. */
  onSaved: () => void;
  onClose: () => void;
}

const NONE: ReadonlySet<number> = new Set();

/** State of a proposal: settings, chosen changes, applying and undoing. */
export const useProposal = ({ ownerKey, month, onSaved, onClose }: ProposalOf) => {
  const [settings, setSettings] = useState<ProposalSettings>(DEFAULT_SETTINGS);
  const [answer, setAnswer] = useState<{ proposal: Proposal; settings: ProposalSettings } | null>(null);
  const [accepted, setAccepted] = useState(NONE);
  const [conflicts, setConflicts] = useState<readonly string[]>([]);

  const save = (rows: SavedRow[], reason: string) =>
    callApi(allocationsSave, { params: { owner: ownerKey, month }, body: { rows, reason } });

  const asking = useMutation({
    mutationFn: (body: ProposalSettings) => callApi(allocationsPropose, { params: { owner: ownerKey, month }, body }),
    onSuccess: (proposal, proposed) => {
      if (!proposal) return;
      setAnswer({ proposal, settings: proposed });
      setAccepted(new Set(changedCampaigns(proposal).map(({ campaignKey }) => campaignKey)));
      setConflicts([]);
    },
  });
  const propose = useStable(() => asking.mutate(settings));

  const undo = async (proposal: Proposal, saved: readonly { campaignKey: number; rowVersion: number }[]) => {
    try {
      await save(rowsToUndo(proposal, saved), 'Undo of a reallocation proposal');
      toast.success(`${changesIn(saved.length)} undone.`);
    } catch (error) {
      tellFailure(error);
    }
    onSaved();
  };
  const applying = useMutation({
    mutationFn: async ({ proposal, rows }: { proposal: Proposal; rows: SavedRow[] }) =>
      save(rows, `Reallocation proposal: ${PROPOSAL_OBJECTIVES[proposal.objective].toLowerCase()}`),
    onSuccess: (saved, { proposal }) => {
      if (!saved) return;
      clearToasts();
      toast.success(`${changesIn(saved.saved)} applied.`, {
        label: 'Undo',
        onAct: () => void undo(proposal, saved.rows),
      });
      setAnswer(null);
      onClose();
      onSaved();
    },
    onError: (error, { proposal, rows }) => {
      const words =
        error instanceof ApiError && error.code === 'STALE_ROW'
          ? conflictWords(error.errors, rows, proposal, month)
          : [];
      setConflicts(words);
      if (words.length === 0) tellFailure(error);
    },
  });

  const proposal = answer?.proposal ?? null;
  const totals = useMemo(() => (proposal ? proposalTotals(proposal, accepted) : null), [proposal, accepted]);
  const accept = (keys: readonly number[], isAccepted: boolean) =>
    setAccepted((before) => {
      const next = new Set(before);
      for (const key of keys) {
        if (isAccepted) next.add(key);
        else next.delete(key);
      }
      return next;
    });
  return {
    settings,
    setSettings,
    /** The settings differ from those of the shown proposal. */
    isOutdated: answer !== null && answer.settings !== settings,
    proposal,
    totals,
    accepted,
    accept,
    conflicts,
    propose,
    isProposing: asking.isPending,
    failure: asking.error,
    apply: () => {
      if (proposal) applying.mutate({ proposal, rows: rowsToApply(proposal, accepted) });
    },
    isApplying: applying.isPending,
  };
};
export type ProposalState = ReturnType<typeof useProposal>;
