import { Facts } from '../../ui/lists/facts.tsx';
import { Anchor, Button, Stack, Text } from '@mantine/core';
import { type CallResponse, emailChangeAnswer, emailChangeRead } from '@paceline/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../lib/api/api-error.ts';
import { callApi } from '../../lib/api/api.ts';
import { formatInstant, localZone } from '../../lib/text/format.ts';
import { callQuery } from '../../lib/api/op-query.ts';
import { hrefOf, PATHS } from '../../lib/address/paths.ts';
import { type Failure, FormFailure } from '../../ui/forms/form-failure.tsx';
import { LoadingSkeleton } from '../../ui/states/loading-skeleton.tsx';
import { AuthLayout } from './auth-layout.tsx';
import layout from './auth-layout.module.css';
import { confirmLink } from './confirm-link.ts';
import { prepareFailure } from './prepare-failure.ts';

type Change = CallResponse<typeof emailChangeRead>;
type Answer = 'confirmed' | 'refused';

const Back = () => (
  <Anchor className={layout.back} href={hrefOf(PATHS.login)}>
    Go to Paceline
  </Anchor>
);

const Answered = ({ answer, change }: { answer: Answer; change: Change }) => (
  <AuthLayout
    title={answer === 'confirmed' ? 'Email address changed' : 'Email address not changed'}
    lead={
      answer === 'confirmed'
        ? `All mail for the account ${change.userName} now goes to ${change.newEmail}.`
        : `All mail for the account ${change.userName} keeps going to ${change.oldEmail}. If you did not expect the request, tell your administrator.`
    }
  >
    <Back />
  </AuthLayout>
);

const Question = ({ token, change, onAnswer }: { token: string; change: Change; onAnswer: (a: Answer) => void }) => {
  const [busy, setBusy] = useState<Answer | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const answer = async (choice: Answer) => {
    setBusy(choice);
    setFailure(null);
    try {
      await callApi(emailChangeAnswer, { body: { token, accept: choice === 'confirmed' } });
      confirmLink.keep(null);
      onAnswer(choice);
    } catch (error) {
      setFailure(prepareFailure(error));
      setBusy(null);
    }
  };
  return (
    <AuthLayout
      title="Change the email address?"
      lead={
        <>
          {change.requestedBy} asked to change the email address of the account <strong>{change.userName}</strong>.
        </>
      }
    >
      <Facts
        mb={16}
        facts={[
          ['From', change.oldEmail],
          ['To', change.newEmail],
          ['Until', formatInstant(change.expiresAt, localZone())],
        ]}
      />
      <Text size="sm" mb={20} lh={1.6}>
        Anyone with access to the new address can then set a new password. If you did not expect this change, refuse it.
      </Text>
      <Stack gap={10} mb={12}>
        <Button
          size="md"
          loading={busy === 'confirmed'}
          disabled={busy !== null}
          onClick={() => void answer('confirmed')}
        >
          Confirm the new address
        </Button>
        <Button
          size="md"
          variant="default"
          loading={busy === 'refused'}
          disabled={busy !== null}
          onClick={() => void answer('refused')}
        >
          Refuse the change
        </Button>
      </Stack>
      <FormFailure failure={failure} />
    </AuthLayout>
  );
};

/** Opened from the link mailed to the old address: shows the change, to confirm or reject. */
export const ConfirmEmailPage = () => {
  const [token] = useState(() => confirmLink.read() ?? '');
  const [answer, setAnswer] = useState<Answer | null>(null);
  const { data: change, error } = useQuery({
    ...callQuery(emailChangeRead, { body: { token } }),
    retry: false,
    refetchOnWindowFocus: false,
    // Never cached: the link may have been used meanwhile.
    staleTime: 0,
    gcTime: 0,
  });
  if (answer && change) return <Answered answer={answer} change={change} />;
  if (error)
    return (
      <AuthLayout
        title="This link cannot be used"
        lead={error instanceof ApiError ? error.message : 'Something went wrong'}
      >
        <Back />
      </AuthLayout>
    );
  if (!change)
    return (
      <AuthLayout title="Change the email address?" lead="Loading the details of this link.">
        <LoadingSkeleton label="Loading the change" lines={3} />
      </AuthLayout>
    );
  return <Question token={token} change={change} onAnswer={setAnswer} />;
};
