import { Button, Group, Modal, NativeSelect, NumberInput, TextInput } from '@mantine/core';
import {
  type FigureCard,
  figureCardQuestion,
  GOAL_SIDES,
  type GoalSide,
  NAMED_RANGES,
  questionDays,
  type ReportMember,
} from '@paceline/contract';
import { useState } from 'react';
import { localZone, todayIn } from '../../../lib/text/format.ts';
import { FormStack } from '../../../ui/forms/form-stack.tsx';
import { ButtonRow } from '../../../ui/pieces/button-row.tsx';
import { CustomDates } from '../fields/custom-dates.tsx';
import { Filters } from '../fields/filters.tsx';
import { GOAL_HEIGHT } from './prepare-cards.ts';
import { isNamedRange } from './prepare-override.ts';

interface FigureDialogProps {
  ownerKey: number;
  card: FigureCard;
  isNew: boolean;
  dimensions: readonly ReportMember[];
  measures: readonly ReportMember[];
  onSave: (card: FigureCard) => void;
  onClose: () => void;
}

const CUSTOM = 'custom';
const MAX_TITLE = 80;

/** A figure: what it counts, of which days and data, and its goal. */
export const FigureDialog = ({ ownerKey, card, isNew, dimensions, measures, onSave, onClose }: FigureDialogProps) => {
  const [draft, setDraft] = useState(card);
  const [now] = useState(() => new Date());
  const [hasNoAmount, setNoAmount] = useState(false);
  const [side, setSide] = useState<GoalSide | ''>(card.goal?.side ?? '');
  const [amount, setAmount] = useState<number | ''>(card.goal?.amount ?? '');
  const set = (change: Partial<FigureCard>): void => setDraft({ ...draft, ...change });
  const question = figureCardQuestion(draft);
  const { days } = questionDays(question, todayIn(localZone(), now));
  const { period } = draft;
  const labelOf = (key: string): string => dimensions.find((one) => one.key === key)?.label ?? key;
  const save = (): void => {
    if (side !== '' && amount === '') setNoAmount(true);
    else {
      const goal = side === '' || amount === '' ? null : { side, amount };
      onSave({ ...draft, goal, height: goal === null ? draft.height : Math.max(draft.height, GOAL_HEIGHT) });
    }
  };
  return (
    <Modal opened onClose={onClose} title={<strong>{isNew ? 'Add figure' : 'Edit figure'}</strong>} centered size={480}>
      <FormStack
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <NativeSelect
          label="Figure"
          data-autofocus
          data={measures.map(({ key, label }) => ({ value: key, label }))}
          value={draft.measure}
          onChange={({ currentTarget }) => set({ measure: currentTarget.value })}
        />
        <TextInput
          label="Title"
          description="Optional; without one the figure’s own name is shown."
          maxLength={MAX_TITLE}
          value={draft.title}
          onChange={({ currentTarget }) => set({ title: currentTarget.value })}
        />
        <Group gap={8} align="flex-end">
          <NativeSelect
            label="Dates"
            data={[
              ...Object.entries(NAMED_RANGES).map(([value, label]) => ({ value, label })),
              { value: CUSTOM, label: 'Custom dates' },
            ]}
            value={'range' in period ? period.range : CUSTOM}
            onChange={({ currentTarget: { value } }) => set({ period: isNamedRange(value) ? { range: value } : days })}
          />
          {'from' in period && <CustomDates value={period} onChange={(next) => set({ period: next })} />}
        </Group>
        <Group gap={6} role="group" aria-label="Filters of the figure">
          <Filters
            {...{ ownerKey, question, dimensions, days, labelOf }}
            measures={[]}
            onChange={({ filters }) => set({ filters })}
          />
        </Group>
        <Group gap={8} align="flex-start">
          <NativeSelect
            label="Goal"
            data={[
              { value: '', label: 'No goal' },
              ...Object.entries(GOAL_SIDES).map(([value, label]) => ({ value, label })),
            ]}
            value={side}
            onChange={({ currentTarget }) => setSide(currentTarget.value as GoalSide | '')}
          />
          {side !== '' && (
            <NumberInput
              label="Amount"
              min={0}
              thousandSeparator=","
              value={amount}
              error={hasNoAmount && amount === '' ? 'Enter the goal.' : null}
              onChange={(value) => setAmount(typeof value === 'number' ? value : '')}
            />
          )}
        </Group>
        <ButtonRow>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit">{isNew ? 'Add figure' : 'Change figure'}</Button>
        </ButtonRow>
      </FormStack>
    </Modal>
  );
};
