import { Text, VisuallyHidden } from '@mantine/core';
import { IconAlertCircle, IconCheck, IconLock } from '@tabler/icons-react';
import classes from './step-list.module.css';

type StepState = 'errors' | 'done' | 'open' | 'locked';

export interface StepItem<Step extends string> {
  step: Step;
  title: string;
  state: StepState;
  /** A short summary of the step's choices. */
  note: string;
  isChanged: boolean;
}

const STATE_WORDS: Readonly<Record<StepState, string>> = {
  errors: 'has errors',
  done: 'done',
  open: 'to be done',
  locked: 'not open yet',
};

const Mark = ({ state, number }: { state: StepState; number: number }) => (
  <span className={classes.mark} data-state={state} aria-hidden="true">
    {state === 'done' && <IconCheck size={14} stroke={3} />}
    {state === 'errors' && <IconAlertCircle size={15} />}
    {state === 'locked' && <IconLock size={13} />}
    {state === 'open' && number}
  </span>
);

interface StepListProps<Step extends string> {
  items: readonly StepItem<Step>[];
  current: Step;
  onOpen: (step: Step) => void;
}

/** The steps with state and summary; a click opens one. */
export const StepList = <Step extends string>({ items, current, onOpen }: StepListProps<Step>) => (
  <nav aria-label="Steps" className={classes.steps}>
    <ol className={classes.list}>
      {items.map(({ step, title, state, note, isChanged }, index) => (
        <li key={step}>
          <button
            type="button"
            className={classes.step}
            aria-current={step === current ? 'step' : undefined}
            disabled={state === 'locked'}
            onClick={() => onOpen(step)}
          >
            <Mark state={state} number={index + 1} />
            <span className={classes.words}>
              <Text span size="sm" fw={600} lh="22px">
                {title}
                {isChanged && <span className={classes.changed}> · changed</span>}
              </Text>
              <span className={classes.note} title={note}>
                {note}
              </span>
            </span>
            <VisuallyHidden>, {STATE_WORDS[state]}</VisuallyHidden>
          </button>
        </li>
      ))}
    </ol>
  </nav>
);
