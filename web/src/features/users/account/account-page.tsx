import { type Fact, Facts } from '../../../ui/lists/facts.tsx';
import { Button, Stack } from '@mantine/core';
import type { User } from '@paceline/contract';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { formatInstant, localZone } from '../../../lib/text/format.ts';
import { PATHS } from '../../../lib/address/paths.ts';
import { useSession } from '../../../lib/session/session-store.ts';
import { accountQuery } from '../../../shared/email-change-api.ts';
import { EmailChangeCard } from '../../../shared/email-change.tsx';
import { SessionList } from '../../../shared/session-list.tsx';
import { HeadParts } from '../../../ui/pieces/page-head.tsx';
import { SectionCard } from '../../../ui/pieces/section-card.tsx';
import { AlertChoices } from './alert-choices.tsx';

const You = ({ user }: { user: User | undefined }) => {
  const session = useSession();
  const previous = session.sessionDataTemplate?.previousLoginAt ?? null;
  const facts: Fact[] = [
    ['Name', `${session.firstName ?? ''} ${session.lastName ?? ''}`],
    ['User name', session.userId],
    ['Email', user?.email ?? '…'],
    ['Last sign-in', previous ? formatInstant(previous, localZone()) : 'First sign-in'],
  ];
  return <Facts tiles facts={facts} />;
};

export const AccountPage = () => {
  const navigate = useNavigate();
  const userKey = useSession((state) => state.taclUserKey);
  const { data: user } = useQuery({ ...accountQuery(userKey ?? 0), enabled: userKey !== null });
  return (
    <>
      <HeadParts
        action={
          <Button variant="default" onClick={() => void navigate({ to: PATHS.changePassword })}>
            Change password
          </Button>
        }
      />
      <Stack gap={16} maw={760}>
        <SectionCard title="You">
          <You user={user} />
        </SectionCard>
        {user && <EmailChangeCard user={user} isOwn />}
        <AlertChoices />
        <SectionCard
          title="My sessions"
          note="Where you are signed in. If you do not recognize a session, end it and change your password."
        >
          {userKey !== null && <SessionList userKey={userKey} canEnd endAllLabel="End other sessions" />}
        </SectionCard>
      </Stack>
    </>
  );
};
