import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { hrefOf, PATHS } from '../../lib/paths.ts';
import { useSession } from '../../lib/session-store.ts';
import { NoOwner } from '../../shared/no-owner.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { RulesList } from './rules-list.tsx';
import { SchedulesList } from './schedules-list.tsx';
import { ViewsList } from './views-list.tsx';
import classes from './views.module.css';

const TITLE = 'Saved views';
const TRAIL = [{ label: 'Insights' }];

const ViewsOfOwner = ({ ownerKey }: { ownerKey: number }) => (
  <div className={classes.page}>
    <PageHead
      title={TITLE}
      trail={TRAIL}
      description="Questions of the report builder with a name: open them, share them, have them mailed."
      action={
        <Button
          component="a"
          href={hrefOf(PATHS.mediaAnalysis)}
          leftSection={<IconPlus size={17} aria-hidden="true" />}
        >
          New view
        </Button>
      }
    />
    <ViewsList ownerKey={ownerKey} />
    <SchedulesList ownerKey={ownerKey} />
    <RulesList ownerKey={ownerKey} />
  </div>
);

/** Everybody's own and shared views of an owner. */
export const SavedViewsPage = () => {
  const signedIn = useSession((state) => state.accessToken) !== null;
  const ownerKey = useSession((state) => state.activeOwner?.ownerKey);
  if (!signedIn) return null;
  if (ownerKey === undefined)
    return (
      <>
        <PageHead title={TITLE} trail={TRAIL} />
        <NoOwner>Choose an owner to see the saved views.</NoOwner>
      </>
    );
  return <ViewsOfOwner key={ownerKey} ownerKey={ownerKey} />;
};
