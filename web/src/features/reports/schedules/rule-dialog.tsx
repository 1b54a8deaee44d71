import { Button, NativeSelect, NumberInput, TextInput } from '@mantine/core';
import {
  type AlertCondition,
  type AlertRule,
  alertRuleFormSchema,
  alertRuleList,
  alertRulePreview,
  alertRuleSave,
  COMPARISONS,
  isMetricKey,
  isWatchable,
  measuresFor,
  metricLabel,
  reportReaders,
  RULE_LIMITS,
  type RulePreview,
} from '@paceline/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callQuery } from '../../../lib/api/op-query.ts';
import { useLabels } from '../../../lib/address/owner-labels.ts';
import { permissionSet } from '../../../lib/session/permissions.ts';
import { groupOfSession, useSession } from '../../../lib/session/session-store.ts';
import { FormDialog, useFieldErrors } from '../../../shared/form/form-dialog.tsx';
import { schemaProblems, sortRefusal } from '../../../shared/form/prepare-refusal.ts';
import { Columns } from '../../../ui/pieces/columns.tsx';
import { Note } from '../../../ui/pieces/note.tsx';
import { PickList } from '../../../ui/forms/pick-list.tsx';
import { toast } from '../../../ui/toast/toast-store.ts';
import { useOwnerChange } from '../views/api.ts';
import { RuleChart } from './rule-chart.tsx';
import { COMPARE_LABELS, NEW_CONDITION, previewText, RULE_DIMENSIONS, TEAM_OF } from './prepare-rules.ts';

interface RuleDialogProps {
  ownerKey: number;
  /** Null for a new one. */
  rule: AlertRule | null;
  onSaved: () => void;
  onClose: () => void;
}

/** Edits an alert rule: measure, condition, recipients and frequency, with the days it would have triggered. */
export const RuleDialog = ({ ownerKey, rule, onSaved, onClose }: RuleDialogProps) => {
  const group = groupOfSession() ?? 'cl';
  const labels = useLabels()(ownerKey);
  const permissions = useSession((state) => state.permissions);
  const me = useSession((state) => state.taclUserKey);
  const readers = useQuery(callQuery(reportReaders, { params: { owner: ownerKey } }));
  const [name, setName] = useState(rule?.name ?? '');
  const [condition, setCondition] = useState<AlertCondition>(rule?.condition ?? NEW_CONDITION);
  const [hours, setHours] = useState(rule?.hours ?? 24);
  const [readerKeys, setReaderKeys] = useState<number[]>(rule?.readerKeys ?? (me === null ? [] : [me]));
  const { errors, show } = useFieldErrors((path) => path.split('.').at(-1) ?? '');
  const onError = (error: Error) => {
    const { failure, problems, isOfFields } = sortRefusal(error, (field) => field);
    show(
      problems,
      isOfFields && !problems.some(({ path }) => path === 'condition')
        ? ''
        : [failure.message, ...problems.map(({ message }) => message)].join(' '),
    );
  };
  const save = useOwnerChange(alertRuleSave, ownerKey, [alertRuleList], onError);
  const preview = useOwnerChange(alertRulePreview, ownerKey, [], onError);
  const [shown, setShown] = useState<{ preview: RulePreview; threshold: number } | null>(null);
  const showPreview = () =>
    preview.mutate(
      { condition, hours },
      { onSuccess: (answer) => setShown({ preview: answer, threshold: condition.threshold }) },
    );
  /** The days stay when only the threshold moves: they do not depend on it. */
  const set = (change: Partial<AlertCondition>) => {
    if (Object.keys(change).some((field) => field !== 'threshold')) setShown(null);
    setCondition({ ...condition, ...change });
  };
  const measures = measuresFor({ group, permissions: permissionSet(permissions) }, 'all', 'all').filter(isWatchable);
  const isChange = condition.compare !== null;
  const submit = () => {
    const body = {
      ruleKey: rule?.ruleKey ?? null,
      rowVersion: rule?.rowVersion ?? null,
      name,
      condition,
      hours,
      readerKeys,
    };
    const problems = schemaProblems(alertRuleFormSchema, body);
    show(problems.map(({ path, message }) => ({ path, message: path === 'name' ? 'Enter a name.' : message })));
    if (problems.length > 0) return;
    save.mutate(body, {
      onSuccess: () => {
        toast.success(`Alert rule “${name.trim()}” saved.`);
        onSaved();
      },
    });
  };
  return (
    <FormDialog
      title={rule ? `Edit ${rule.name}` : 'New alert rule'}
      size={580}
      failure={errors['form']}
      submit="Save rule"
      isPending={save.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        maxLength={80}
        data-autofocus
        value={name}
        error={errors['name']}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Columns min={160} gap={10}>
        <NativeSelect
          label="Measure"
          value={condition.measure}
          error={errors['measure']}
          data={measures.map((key) => ({ value: key, label: metricLabel(key, labels, group) }))}
          onChange={(event) => isMetricKey(event.currentTarget.value) && set({ measure: event.currentTarget.value })}
        />
        <NativeSelect
          label="Look at"
          value={condition.compare ?? ''}
          data={[
            { value: '', label: 'Its value' },
            ...COMPARISONS.map((value) => ({ value, label: COMPARE_LABELS[value] })),
          ]}
          onChange={(event) => set({ compare: COMPARISONS.find((one) => one === event.currentTarget.value) ?? null })}
        />
        <NativeSelect
          label="Is"
          value={condition.direction}
          data={[
            { value: 'above', label: 'above' },
            { value: 'below', label: 'below' },
          ]}
          onChange={(event) => set({ direction: event.currentTarget.value === 'below' ? 'below' : 'above' })}
        />
        <NumberInput
          label={isChange ? 'Percent' : 'Value'}
          value={condition.threshold}
          error={errors['threshold']}
          onChange={(value) => set({ threshold: Number(value) })}
        />
        <NumberInput
          label="Over how many days"
          min={1}
          max={RULE_LIMITS.days}
          allowDecimal={false}
          value={condition.days}
          error={errors['days']}
          onChange={(value) => set({ days: Number(value) })}
        />
        <NativeSelect
          label="For each"
          value={condition.dimension ?? ''}
          data={RULE_DIMENSIONS}
          onChange={(event) => set({ dimension: event.currentTarget.value || null })}
        />
        <NumberInput
          label="At most once in (hours)"
          min={1}
          max={RULE_LIMITS.hours}
          allowDecimal={false}
          value={hours}
          error={errors['hours']}
          onChange={(value) => setHours(Number(value))}
        />
      </Columns>
      <div>
        <Button variant="default" size="xs" loading={preview.isPending} onClick={showPreview}>
          Preview the last 90 days
        </Button>
        {shown && (
          <RuleChart
            preview={shown.preview}
            condition={condition}
            onMove={(threshold) => set({ threshold })}
            onSettle={showPreview}
          />
        )}
        <div role="status">
          {shown?.threshold === condition.threshold &&
            previewText(shown.preview, condition).map((line) => (
              <Note key={line} size="xs">
                {line}
              </Note>
            ))}
        </div>
      </div>
      <PickList
        label="Readers"
        items={(readers.data ?? [])
          .filter(({ company }) => company === TEAM_OF[group])
          .map(({ userKey, name: label }) => ({ key: userKey, label }))}
        chosen={readerKeys}
        noneMeans="None selected"
        isLoading={readers.isPending}
        error={errors['readerKeys']}
        onChange={setReaderKeys}
      />
    </FormDialog>
  );
};
