import { Alert, Button, Flex, Group, Title } from '@mantine/core';
import { type ReportQuestion, type SavedDashboard, type SavedView, type CardShows } from '@paceline/contract';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { type ComponentType, type ReactNode, useState } from 'react';
import { InsightsOwner } from '../../../shared/insights-owner.tsx';
import { Columns } from '../../../ui/pieces/columns.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { ErrorBoundary } from '../../../ui/states/error-boundary.tsx';
import { Loaded } from '../../../ui/states/loaded.tsx';
import { Note } from '../../../ui/pieces/note.tsx';
import { PageHead } from '../../../ui/pieces/page-head.tsx';
import { toast } from '../../../ui/toast/toast-store.ts';
import { dashboardsQuery, viewsQuery } from '../views/api.ts';
import { CardsEditor } from './cards-editor.tsx';
import { placedCards, UNKNOWN_VIEW } from './prepare-cards.ts';
import { sharedText } from '../views/prepare-views.ts';
import { viewHrefs } from '../views/view-hrefs.ts';
import classes from './dashboard.module.css';

const TITLE = 'Dashboard';

interface CardAnswerProps {
  ownerKey: number;
  question: ReportQuestion;
  shows: CardShows;
}
interface SavedDashboardPageProps {
  /** Runs a view's question and shows the answer. */
  answer: ComponentType<CardAnswerProps>;
}

interface CardProps extends SavedDashboardPageProps {
  ownerKey: number;
  label: string;
  width: string;
  shows: CardShows;
  view: SavedView | undefined;
}

const cardFailure = () => <Note>This card could not be shown.</Note>;

const Card = ({ ownerKey, label, width, shows, view, answer: Answer }: CardProps) => (
  <section className={classes.card} data-width={width} aria-label={label}>
    <Flex component="header" gap={12} justify="space-between" align="baseline" mb={8}>
      <Title order={2} fz="md" style={{ overflowWrap: 'anywhere' }}>
        {label}
      </Title>
      {view && (
        <a className={classes.open} href={viewHrefs.view(ownerKey, view)} aria-label={`Open ${label}`}>
          Open
        </a>
      )}
    </Flex>
    {view === undefined ? (
      <Note>{`${UNKNOWN_VIEW}: it was deleted, or it is not shared with you.`}</Note>
    ) : (
      <ErrorBoundary fallback={cardFailure}>
        <Answer ownerKey={ownerKey} question={view.question} shows={shows} />
      </ErrorBoundary>
    )}
  </section>
);

const copyAddress = async (): Promise<void> => {
  try {
    await navigator.clipboard.writeText(window.location.href);
    toast.success('Link copied. People it is shared with can open it.');
  } catch {
    toast.error({ message: 'Your browser does not allow copying. Copy the link from the address bar.' });
  }
};

interface ShownProps extends SavedDashboardPageProps {
  ownerKey: number;
  dashboard: SavedDashboard;
  views: readonly SavedView[];
  choice: ReactNode;
}

const Shown = ({ ownerKey, dashboard, views, choice, answer }: ShownProps) => {
  const { name, description, cards, mayChange } = dashboard;
  const [isEditing, setEditing] = useState(cards.length === 0 && mayChange);
  return (
    <>
      <PageHead
        title={name}
        trail={[{ label: 'Insights' }, { label: 'Saved views', href: viewHrefs.savedViews(ownerKey) }]}
        description={[description, sharedText(dashboard)].filter((text) => text !== '').join(' · ')}
        action={
          <Group gap="xs">
            {choice}
            <Button variant="default" onClick={() => void copyAddress()}>
              Copy address
            </Button>
            {mayChange && !isEditing && <Button onClick={() => setEditing(true)}>Edit cards</Button>}
          </Group>
        }
      />
      {isEditing && (
        <CardsEditor ownerKey={ownerKey} dashboard={dashboard} views={views} onDone={() => setEditing(false)} />
      )}
      {cards.length === 0 && !isEditing && <EmptyState title="This dashboard has no cards yet" />}
      <Columns of={2} gap={12} mt={12}>
        {placedCards(cards, views).map(({ key, viewKey, label, width, shows }) => (
          <Card
            key={key}
            {...{ ownerKey, label, width, shows, answer }}
            view={views.find((view) => view.viewKey === viewKey)}
          />
        ))}
      </Columns>
    </>
  );
};

/** A custom dashboard. Each card runs its view's question with the viewer's rights, and fails on its own. */
export const SavedDashboardPage = ({ answer }: SavedDashboardPageProps) => {
  const params: Record<string, string | undefined> = useParams({ strict: false });
  const dashboardKey = Number(params['dashboardKey']);
  return (
    <InsightsOwner>
      {({ ownerKey, choice }) => (
        <DashboardOfOwner key={`${ownerKey} ${dashboardKey}`} {...{ ownerKey, dashboardKey, choice, answer }} />
      )}
    </InsightsOwner>
  );
};

interface DashboardOfOwnerProps extends SavedDashboardPageProps {
  ownerKey: number;
  dashboardKey: number;
  choice: ReactNode;
}

const DashboardOfOwner = ({ ownerKey, dashboardKey, choice, answer }: DashboardOfOwnerProps) => {
  const dashboards = useQuery(dashboardsQuery(ownerKey));
  const views = useQuery(viewsQuery(ownerKey));
  return (
    <Loaded query={dashboards} what="dashboard" lines={8}>
      {(all) => {
        const dashboard = all.find((one) => one.dashboardKey === dashboardKey);
        if (dashboard === undefined)
          return (
            <>
              <PageHead title={TITLE} action={choice} />
              <Alert color="yellow" title="Dashboard not found">
                It was deleted, it is another owner’s, or it is not shared with you.{' '}
                <a href={viewHrefs.savedViews(ownerKey)}>All saved views and dashboards</a>
              </Alert>
            </>
          );
        return (
          <Loaded query={views} what="saved views" lines={8}>
            {(record) => <Shown {...{ ownerKey, dashboard, choice, answer }} views={record.views} />}
          </Loaded>
        );
      }}
    </Loaded>
  );
};
