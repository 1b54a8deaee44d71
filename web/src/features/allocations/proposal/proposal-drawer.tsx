import { Button, Drawer, Group, Stack } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type AllocationMonth, type CampaignRow, changedCampaigns } from '@paceline/contract';
import { useEffect } from 'react';
import { ApiError } from '../../../lib/api/api-error.ts';
import { formatWholeDollars } from '../../../lib/text/format.ts';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { LoadingSkeleton } from '../../../ui/states/loading-skeleton.tsx';
import { changesIn } from '../sheet/save-bar.tsx';
import { HowDecided } from './how-decided.tsx';
import { nothingWords } from './prepare-proposal.ts';
import { ProposalMoves } from './proposal-moves.tsx';
import { ProposalSettingsForm } from './proposal-settings.tsx';
import { ProposalSums } from './proposal-sums.tsx';
import classes from './proposal.module.css';
import { type ProposalState, useProposal } from './use-proposal.ts';

interface ProposalDrawerProps {
  isOpen: boolean;
  onClose: () => void;
  ownerKey: number;
  month: AllocationMonth;
  rows: readonly CampaignRow[];
  onSaved: () => void;
}

/** Errors of the settings: each limit that cannot be met, or a general failure. */
const Refusal = ({ error }: { error: Error }) => {
  const messages = error instanceof ApiError ? error.errors.map(({ message }) => message) : [];
  return (
    <div className={classes.refusal}>
      <p>{messages.length > 0 ? 'No proposal: these limits cannot be kept.' : error.message}</p>
      {messages.length > 0 && (
        <>
          <ul>
            {messages.map((message) => (
              <li key={message}>{message}</li>
            ))}
          </ul>
          <p>Change them in the settings and propose again.</p>
        </>
      )}
    </div>
  );
};

/** Warnings about the choice (broken limits, higher cost) and about changes by others. */
const Notes = ({ state }: { state: ProposalState }) => {
  const { totals, conflicts, isOutdated, failure } = state;
  // The choices of an outdated proposal are not shown.
  if (failure) return <div role="status" className={classes.notes} />;
  return (
    <div role="status" className={classes.notes}>
      {isOutdated && <p>The settings have changed: propose again to use them.</p>}
      {conflicts.length > 0 && (
        <div className={classes.refusal}>
          <p>Nothing was applied. Someone else changed these campaigns meanwhile:</p>
          <ul>
            {conflicts.map((words) => (
              <li key={words}>{words}</li>
            ))}
          </ul>
        </div>
      )}
      {totals?.problems.map((words) => (
        <p key={words} className={classes.problem}>
          {words} Choose fewer increases, or more decreases.
        </p>
      ))}
      {totals?.problems.length === 0 &&
        totals.dearer.map(({ groupKey, name, more }) => (
          <p key={groupKey}>
            {name}: {formatWholeDollars(more)} more planned spend than now, still within the budgets.
          </p>
        ))}
    </div>
  );
};

const Result = ({ state }: { state: ProposalState }) => {
  const { proposal, totals, failure, isProposing } = state;
  if (isProposing) return <LoadingSkeleton label="Making a proposal" lines={8} />;
  return (
    <>
      <div role="alert">{failure && <Refusal error={failure} />}</div>
      {proposal && totals && !failure && (
        <>
          {changedCampaigns(proposal).length === 0 ? (
            <EmptyState title="Nothing to move">{nothingWords(proposal)}</EmptyState>
          ) : (
            <>
              <ProposalSums proposal={proposal} totals={totals} />
              <ProposalMoves proposal={proposal} accepted={state.accepted} onAccept={state.accept} />
            </>
          )}
          <HowDecided proposal={proposal} />
        </>
      )}
    </>
  );
};

/** Proposes moves of units between campaigns, to review line by line and apply in one save. */
export const ProposalDrawer = ({ isOpen, onClose, ownerKey, month, rows, onSaved }: ProposalDrawerProps) => {
  const isNarrow = useMediaQuery('(width < 760px)', false) ?? false;
  const state = useProposal({ ownerKey, month, onSaved, onClose });
  const { propose, accepted, totals, proposal } = state;
  // Computed again on opening: the table may have changed.
  useEffect(() => {
    if (isOpen) propose();
  }, [isOpen, propose]);
  const hasMoves = proposal !== null && !state.failure && changedCampaigns(proposal).length > 0;
  const count = hasMoves ? accepted.size : 0;
  const canApply = count > 0 && totals?.problems.length === 0;
  return (
    <Drawer
      opened={isOpen}
      onClose={onClose}
      position={isNarrow ? 'bottom' : 'right'}
      size={isNarrow ? '94%' : 'min(1180px, 96vw)'}
      padding="md"
      title={<strong>Propose moves: {month === 'next' ? 'next month' : 'current month'}</strong>}
    >
      <div className={classes.layout}>
        {/* Opened when the limits cannot be met. */}
        <details className={classes.side} open={!isNarrow || state.failure !== null}>
          <summary>Settings</summary>
          <ProposalSettingsForm state={state} rows={rows} />
        </details>
        <Stack gap={12} miw={0}>
          <Result state={state} />
        </Stack>
      </div>
      <div className={classes.foot}>
        <Notes state={state} />
        <Group gap={8} align="stretch" wrap="nowrap" ms="auto">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button disabled={!canApply || state.isProposing} loading={state.isApplying} onClick={state.apply}>
            {count > 0
              ? `Apply ${changesIn(count)}`
              : hasMoves || state.isProposing
                ? 'Nothing chosen'
                : 'Nothing to apply'}
          </Button>
        </Group>
      </div>
    </Drawer>
  );
};
