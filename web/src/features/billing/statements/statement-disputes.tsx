import { Anchor, Button, NativeSelect, NumberInput, Text, Textarea, Title } from '@mantine/core';
import {
  MAX_PAYMENT,
  type Statement,
  STATEMENT_TALK,
  statementAnswer,
  statementDispute,
  statementLineText,
  type StatementTalk,
} from '@paceline/contract';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { pathTo } from '../../../lib/address/paths.ts';
import { groupOfSession } from '../../../lib/session/session-store.ts';
import { formatDollars, formatInstant, localZone } from '../../../lib/text/format.ts';
import { FormFailure } from '../../../ui/forms/form-failure.tsx';
import { FormStack } from '../../../ui/forms/form-stack.tsx';
import { PlainList } from '../../../ui/lists/plain-list.tsx';
import { StatusMark, type StatusTone } from '../../../ui/marks/status-mark.tsx';
import { ButtonRow } from '../../../ui/pieces/button-row.tsx';
import { Note } from '../../../ui/pieces/note.tsx';
import { toast } from '../../../ui/toast/toast-store.ts';
import { monthText } from '../prepare-billing.ts';
import classes from '../billing.module.css';
import { toApiError } from '../../../shared/import-dialog/import-api.ts';
import { useStatementChange } from './api.ts';

const TONES: Readonly<Record<StatementTalk['kind'], StatusTone>> = {
  DISPUTED: 'bad',
  ANSWERED: 'warn',
  SETTLED: 'good',
  REFUSED: 'off',
};
const MAX_TEXT = 2000;
const NO_TEXT = 'Write what it is about.';

const aboutOf = ({ lines }: Statement, { line, amount }: StatementTalk): string => {
  const disputed = lines.find((one) => one.line === line);
  return [
    disputed === undefined ? null : `${disputed.campaignName}, ${statementLineText(disputed)}`,
    amount === null ? null : `should be ${formatDollars(amount)}`,
  ]
    .filter(Boolean)
    .join(': ');
};

const Talk = ({ statement }: { statement: Statement }) => (
  <PlainList component="ol" mt={8} mb={12} fz="sm" aria-label="What was said">
    {statement.talk.map((entry) => (
      <li key={entry.eventKey} className={classes.remark}>
        <p>
          <StatusMark tone={TONES[entry.kind]}>{STATEMENT_TALK[entry.kind]}</StatusMark>{' '}
          <Text span size="sm" c="dimmed">{`${entry.by}, ${formatInstant(entry.at, localZone())}`}</Text>
        </p>
        {aboutOf(statement, entry) !== '' && <p>{aboutOf(statement, entry)}</p>}
        <p>{entry.text}</p>
      </li>
    ))}
  </PlainList>
);

const failureOf = (error: Error | null) => error && { message: error.message, requestId: toApiError(error).requestId };

interface WordsProps {
  label: string;
  text: string;
  error: string | null;
  onText: (text: string) => void;
}
const Words = ({ label, text, error, onText }: WordsProps) => (
  <Textarea
    label={label}
    description="Both sides read it."
    required
    maxLength={MAX_TEXT}
    autosize
    minRows={2}
    value={text}
    error={error}
    onChange={({ currentTarget }) => onText(currentTarget.value)}
  />
);

const DisputeForm = ({ statement, onDone }: { statement: Statement; onDone: () => void }) => {
  const [line, setLine] = useState('');
  const [amount, setAmount] = useState<string | number>('');
  const [text, setText] = useState('');
  const [missing, setMissing] = useState<string | null>(null);
  const { mutate, isPending, error } = useStatementChange(statementDispute, statement, () => {
    toast.success('Sent to the agency.');
    onDone();
  });
  return (
    <FormStack
      gap={10}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setMissing(text.trim() === '' ? NO_TEXT : null);
        if (text.trim() === '') return;
        const after = statement.talk.at(-1)?.eventKey ?? null;
        mutate({
          body: { line: line === '' ? null : Number(line), amount: amount === '' ? null : Number(amount), text, after },
        });
      }}
    >
      <FormFailure failure={failureOf(error)} />
      <NativeSelect
        label="What is wrong"
        data={[
          { value: '', label: 'The statement as a whole' },
          ...statement.lines.map((one) => ({
            value: String(one.line),
            label: `${one.campaignName}, ${statementLineText(one)}: ${formatDollars(one.amount)}`,
          })),
        ]}
        value={line}
        onChange={({ currentTarget }) => setLine(currentTarget.value)}
      />
      <NumberInput
        label="What it should be"
        description="Leave blank if you do not know."
        prefix="$"
        thousandSeparator=","
        decimalScale={2}
        min={0}
        max={MAX_PAYMENT}
        hideControls
        value={amount}
        onChange={setAmount}
      />
      <Words label="Why" text={text} error={missing} onText={setText} />
      <ButtonRow mt={4}>
        <Button variant="default" onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" loading={isPending}>
          Send dispute
        </Button>
      </ButtonRow>
    </FormStack>
  );
};

const ANSWERS = { ANSWERED: 'Answer', REFUSED: 'Refuse and close', SETTLED: 'Close as corrected' } as const;
type Answer = keyof typeof ANSWERS;

const AnswerForm = ({ statement }: { statement: Statement }) => {
  const [text, setText] = useState('');
  const [missing, setMissing] = useState<string | null>(null);
  const { mutate, isPending, error, variables } = useStatementChange(statementAnswer, statement, () => {
    setText('');
    toast.success('Sent to the other side.');
  });
  const { ownerKey, month } = statement;
  const say = (kind: Answer) => {
    setMissing(text.trim() === '' ? NO_TEXT : null);
    if (text.trim() !== '') mutate({ body: { kind, text, after: statement.talk.at(-1)?.eventKey ?? null } });
  };
  return (
    <FormStack gap={10} noValidate onSubmit={(event) => event.preventDefault()}>
      <FormFailure failure={failureOf(error)} />
      <Note>
        To correct it, reopen{' '}
        <Anchor
          component={Link}
          to={pathTo('billable')}
          search={{ owner: ownerKey, month: month.slice(0, 7) } as never}
          inherit
        >
          {monthText(month)}
        </Anchor>
        , change what was wrong and close it again: the note of the difference then closes the dispute.
      </Note>
      <Words label="Answer" text={text} error={missing} onText={setText} />
      <ButtonRow mt={4}>
        {(Object.keys(ANSWERS) as Answer[]).map((kind) => (
          <Button
            key={kind}
            size="xs"
            variant={kind === 'ANSWERED' ? 'filled' : 'default'}
            loading={isPending && variables.body.kind === kind}
            onClick={() => say(kind)}
          >
            {ANSWERS[kind]}
          </Button>
        ))}
      </ButtonRow>
    </FormStack>
  );
};

/** What both sides said about a statement. Its side disputes; the agency answers and closes. */
export const StatementDisputes = ({ statement }: { statement: Statement }) => {
  const [isOpen, setOpen] = useState(false);
  const isAgency = groupOfSession() === 'ag';
  const { talk, isDisputed } = statement;
  if (isAgency && talk.length === 0) return null;
  return (
    <section aria-label="Disputes">
      <Title order={3} mt={16} mb={4} fz="md">
        Disputes
      </Title>
      {talk.length === 0 ? (
        <Note>Is a line wrong? Tell the agency what it should be.</Note>
      ) : (
        <Talk statement={statement} />
      )}
      {isAgency && isDisputed && <AnswerForm statement={statement} />}
      {!isAgency && isOpen && <DisputeForm statement={statement} onDone={() => setOpen(false)} />}
      {!isAgency && !isOpen && (
        <Button size="xs" variant="default" mt={8} onClick={() => setOpen(true)}>
          {isDisputed ? 'Add to the dispute' : 'Dispute'}
        </Button>
      )}
    </section>
  );
};
