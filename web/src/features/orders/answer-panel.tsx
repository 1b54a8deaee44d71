import { Button, SegmentedControl, Text, Textarea } from '@mantine/core';
import {
  answerProblem,
  IO_LIMITS,
  type IoAnswer,
  type IoAnswerForm,
  ioAgreement,
  IO_STATES,
  type IoOrder,
  ioStateText,
} from '@paceline/contract';
import { type FormEvent, useState } from 'react';
import { formatInstant } from '../../lib/text/format.ts';
import { FormStack } from '../../ui/forms/form-stack.tsx';
import { SectionCard } from '../../ui/pieces/section-card.tsx';
import { StatusMark } from '../../ui/marks/status-mark.tsx';
import classes from './orders.module.css';
import { STATE_TONES } from './prepare-orders.ts';
import { SignerFields } from './signer-fields.tsx';

const CHOICES = [
  { value: 'ACCEPTED', label: 'Accept' },
  { value: 'CHANGE_REQUESTED', label: 'Request changes' },
  { value: 'DECLINED', label: 'Decline' },
] as const satisfies { value: IoAnswer; label: string }[];
const BUTTONS: Record<IoAnswer, string> = {
  ACCEPTED: 'Accept the order',
  CHANGE_REQUESTED: 'Send the request',
  DECLINED: 'Decline the order',
};

/** How an order was answered, with the changes its partner requested. */
export const Answered = ({ order }: { order: IoOrder }) => (
  <SectionCard title="Answer">
    <Text inherit mb={4}>
      <StatusMark tone={STATE_TONES[order.state]}>{IO_STATES[order.state]}</StatusMark>
    </Text>
    <p className={classes.dim}>
      {ioStateText(order.state, order.answeredBy)}
      {order.answeredAt !== null && ` ${formatInstant(order.answeredAt, order.timeZone)}`}
    </p>
    {order.answerNote !== null && <q className={classes.note}>{order.answerNote}</q>}
    {order.answerLines.length > 0 && (
      <ul className={classes.notes}>
        {order.answerLines.map(({ campaignKey, note }) => (
          <li key={campaignKey}>
            <strong>{order.lines.find((line) => line.campaignKey === campaignKey)?.campaignName}</strong>: {note}
          </li>
        ))}
      </ul>
    )}
  </SectionCard>
);

interface AnswerPanelProps {
  order: IoOrder;
  /** The answer chosen by the button in the email. */
  first: IoAnswer | null;
  isPending: boolean;
  onAnswer: (form: IoAnswerForm) => void;
}

/** Accepts the order, requests changes line by line, or declines with a reason. */
export const AnswerPanel = ({ order, first, isPending, onAnswer }: AnswerPanelProps) => {
  const [answer, setAnswer] = useState<IoAnswer>(first ?? 'ACCEPTED');
  const [note, setNote] = useState('');
  const [wishes, setWishes] = useState<Record<number, string>>({});
  const [signer, setSigner] = useState(order.signer ?? { name: '', title: '' });
  const [problem, setProblem] = useState<ReturnType<typeof answerProblem>>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const lines = Object.entries(wishes)
      .filter(([, wish]) => wish.trim() !== '')
      .map(([campaignKey, wish]) => ({ campaignKey: Number(campaignKey), note: wish.trim() }));
    const form = {
      answer,
      note: note.trim(),
      lines: answer === 'CHANGE_REQUESTED' ? lines : [],
      signerName: signer.name.trim(),
      signerTitle: signer.title.trim(),
    };
    const formProblem = answerProblem(form);
    setProblem(formProblem);
    if (formProblem === null) onAnswer(form);
  };
  return (
    <SectionCard title="Your answer" note="You can answer each version once.">
      <FormStack onSubmit={submit} noValidate aria-label="Your answer">
        <SegmentedControl
          fullWidth
          size="xs"
          aria-label="Answer"
          data={CHOICES}
          value={answer}
          onChange={(value) => {
            setAnswer(value);
            setProblem(null);
          }}
        />
        {answer === 'CHANGE_REQUESTED' &&
          order.lines.map(({ campaignKey, campaignName }) => (
            <Textarea
              key={campaignKey}
              label={`Change for ${campaignName}`}
              autosize
              minRows={1}
              maxLength={IO_LIMITS.lineNote}
              value={wishes[campaignKey] ?? ''}
              onChange={({ currentTarget: { value } }) => setWishes((now) => ({ ...now, [campaignKey]: value }))}
            />
          ))}
        {answer === 'ACCEPTED' && (
          <>
            <Text inherit fz="sm">
              {ioAgreement(order)}
            </Text>
            <SignerFields signer={signer} onSigner={setSigner} problem={problem} />
          </>
        )}
        <Textarea
          label={answer === 'DECLINED' ? 'Reason' : 'Note'}
          required={answer === 'DECLINED'}
          autosize
          minRows={2}
          maxLength={IO_LIMITS.note}
          value={note}
          error={problem?.field === 'note' && problem.message}
          onChange={({ currentTarget: { value } }) => setNote(value)}
        />
        <Button type="submit" size="md" loading={isPending} {...(answer === 'DECLINED' && { color: 'red' })}>
          {BUTTONS[answer]}
        </Button>
      </FormStack>
    </SectionCard>
  );
};
