import { Button, Group, Menu, Text } from '@mantine/core';
import { type AlertRule, alertRuleList, alertRulePause, alertRuleRemove, conditionWords } from '@paceline/contract';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useLabels } from '../../../lib/address/owner-labels.ts';
import { groupOfSession } from '../../../lib/session/session-store.ts';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { Loaded } from '../../../ui/states/loaded.tsx';
import { PlainList } from '../../../ui/lists/plain-list.tsx';
import { Note } from '../../../ui/pieces/note.tsx';
import { SectionCard } from '../../../ui/pieces/section-card.tsx';
import { StatusMark } from '../../../ui/marks/status-mark.tsx';
import { toast } from '../../../ui/toast/toast-store.ts';
import { rulesQuery, useOwnerChange } from '../views/api.ts';
import { readersText } from './prepare-schedules.ts';
import record from '../../../ui/lists/record-list.module.css';

const RuleDialog = lazy(async () => ({ default: (await import('./rule-dialog.tsx')).RuleDialog }));

interface RowProps {
  ownerKey: number;
  rule: AlertRule;
  onEdit: () => void;
}

const RuleRow = ({ ownerKey, rule, onEdit }: RowProps) => {
  const labels = useLabels()(ownerKey);
  const { ruleKey, name, condition, hours, readers, isPaused, pauseReason, open, mayChange } = rule;
  const pause = useOwnerChange(alertRulePause, ownerKey, [alertRuleList]);
  const remove = useOwnerChange(alertRuleRemove, ownerKey, [alertRuleList]);
  const drop = () =>
    remove.mutate(
      { ruleKey, isRemoved: true },
      {
        onSuccess: () =>
          toast.success(`Alert rule “${name}” deleted.`, {
            label: 'Undo',
            onAct: () => remove.mutate({ ruleKey, isRemoved: false }),
          }),
      },
    );
  const state = isPaused ? 'Paused' : open > 0 ? 'Met now' : 'Watching';
  return (
    <li className={record.row}>
      <div className={record.words}>
        <Group gap="2px 10px" fz="sm">
          <strong>{name}</strong>
          <StatusMark tone={isPaused ? 'off' : open > 0 ? 'warn' : 'good'}>{state}</StatusMark>
        </Group>
        <Text size="sm">{conditionWords(condition, groupOfSession() ?? 'cl', labels)}</Text>
        <Note size="xs">
          {[`Alerts ${readersText(readers)}, at most once in ${hours} hours`, pauseReason].filter(Boolean).join('. ')}
        </Note>
      </div>
      {mayChange && (
        <Menu position="bottom-end" shadow="md">
          <Menu.Target>
            <Button size="xs" variant="default" aria-label={`More for the rule ${name}`}>
              More
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={onEdit}>Edit</Menu.Item>
            <Menu.Item onClick={() => pause.mutate({ ruleKey, isPaused: !isPaused })}>
              {isPaused ? 'Resume' : 'Pause'}
            </Menu.Item>
            <Menu.Item color="red" onClick={drop}>
              Delete
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
    </li>
  );
};

/** Alert rules the viewer created or receives. */
export const RulesList = ({ ownerKey }: { ownerKey: number }) => {
  const query = useQuery(rulesQuery(ownerKey));
  const [edited, setEdited] = useState<{ rule: AlertRule | null } | null>(null);
  return (
    <SectionCard
      title="Alert rules"
      note="Checked whenever the data changes. Readers are alerted in the app and by email."
      action={
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={15} aria-hidden="true" />}
          onClick={() => setEdited({ rule: null })}
        >
          New alert rule
        </Button>
      }
    >
      <Loaded query={query} what="alert rules" lines={3}>
        {(rules) =>
          rules.length === 0 ? (
            <EmptyState title="No alert rules yet">
              A rule alerts you when a measure goes above or below a number.
            </EmptyState>
          ) : (
            <PlainList aria-label="Alert rules">
              {rules.map((rule) => (
                <RuleRow key={rule.ruleKey} ownerKey={ownerKey} rule={rule} onEdit={() => setEdited({ rule })} />
              ))}
            </PlainList>
          )
        }
      </Loaded>
      {edited && (
        <Suspense fallback={null}>
          <RuleDialog
            ownerKey={ownerKey}
            rule={edited.rule}
            onSaved={() => setEdited(null)}
            onClose={() => setEdited(null)}
          />
        </Suspense>
      )}
    </SectionCard>
  );
};
