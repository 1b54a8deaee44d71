import { Button, Menu } from '@mantine/core';
import type { ReportQuestion, SavedView } from '@paceline/contract';
import { IconPlus } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { keyParam } from '../../lib/search-params.ts';
import { useSession } from '../../lib/session-store.ts';
import { NoOwner } from '../../shared/no-owner.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { useViews } from './api.ts';
import { QUICK_QUESTIONS } from './prepare-views.ts';
import { RulesList } from './rules-list.tsx';
import { SchedulesList } from './schedules-list.tsx';
import { ViewPanel } from './view-panel.tsx';
import { ViewsList } from './views-list.tsx';
import classes from './views.module.css';

const TITLE = 'Saved views';
const TRAIL = [{ label: 'Insights' }];

const ViewsOfOwner = ({ ownerKey }: { ownerKey: number }) => {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const { views } = useViews(ownerKey);
  const [asked, setAsked] = useState<ReportQuestion | null>(null);
  const opened = views.find(({ viewKey }) => viewKey === keyParam(search['view']));
  const show = (view: SavedView | null) =>
    void navigate({
      to: '.',
      search: ((now: Record<string, unknown>) => ({ ...now, view: view?.viewKey })) as never,
      resetScroll: false,
    });
  return (
    <div className={classes.page}>
      <PageHead
        title={TITLE}
        trail={TRAIL}
        description="Questions of the report builder with a name: open them, share them, have them mailed, and be told when a measure leaves its bounds."
        action={
          <Menu position="bottom-end" shadow="md" width={330}>
            <Menu.Target>
              <Button leftSection={<IconPlus size={17} aria-hidden="true" />}>New view</Button>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Label>Start from a question</Menu.Label>
              {QUICK_QUESTIONS.map(({ title, question }) => (
                <Menu.Item
                  key={title}
                  onClick={() => {
                    show(null);
                    setAsked(question);
                  }}
                >
                  {title}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        }
      />
      {opened ? (
        <ViewPanel
          key={opened.viewKey}
          ownerKey={ownerKey}
          view={opened}
          question={opened.question}
          onClose={() => show(null)}
        />
      ) : (
        asked && (
          <ViewPanel
            key={JSON.stringify(asked)}
            ownerKey={ownerKey}
            view={null}
            question={asked}
            onClose={() => setAsked(null)}
          />
        )
      )}
      <ViewsList ownerKey={ownerKey} onOpen={show} />
      <SchedulesList ownerKey={ownerKey} />
      <RulesList ownerKey={ownerKey} />
    </div>
  );
};

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
