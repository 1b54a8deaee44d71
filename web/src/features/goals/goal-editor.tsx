import { Group } from '@mantine/core';
import type { Goal } from '@paceline/contract';
import { localZone } from '../../lib/text/format.ts';
import { hrefOf, PATHS } from '../../lib/address/paths.ts';
import { useMay } from '../../lib/session/permissions.ts';
import { WithHistory } from '../../shared/history/record-history.tsx';
import { PageHead } from '../../ui/pieces/page-head.tsx';
import { StatusMark } from '../../ui/marks/status-mark.tsx';
import { GoalForm } from './goal-form.tsx';
import { GoalHistory } from './goal-history.tsx';
import { TargetFiles } from './target-files.tsx';

interface GoalEditorProps {
  ownerKey: number;
  currentMonth: string;
  goal: Goal | null;
  /** For a new line item, if the address names a client. */
  clientKey?: number | null;
}

export const GoalEditor = ({ ownerKey, currentMonth, goal, clientKey = null }: GoalEditorProps) => {
  const canSave = useMay('goals:Update');
  const lock = canSave ? null : 'You can view line items but not change them.';
  return (
    <>
      <PageHead
        title={goal?.goalName ?? 'New line item'}
        trail={[{ label: 'Allocation & Pacing' }, { label: 'Overview', href: hrefOf(PATHS.allocationsOverview) }]}
        description={
          goal && (
            <Group component="span" display="inline-flex" gap={8}>
              {goal.clientName}
              <StatusMark tone={goal.active ? 'good' : 'off'}>{goal.active ? 'Active' : 'Inactive'}</StatusMark>
            </Group>
          )
        }
        action={<TargetFiles ownerKey={ownerKey} />}
      />
      <WithHistory entity="goal" recordKey={goal?.goalKey ?? null} timeZone={localZone()}>
        <GoalForm ownerKey={ownerKey} currentMonth={currentMonth} goal={goal} clientKey={clientKey} lock={lock} />
        {goal && <GoalHistory goalKey={goal.goalKey} />}
      </WithHistory>
    </>
  );
};
