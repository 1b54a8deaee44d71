import { Box, Tabs } from '@mantine/core';
import type { UserGroup } from '@paceline/contract';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { groupOfSession, useOwnerKey } from '../../lib/session/session-store.ts';
import { useFilterOptions } from '../../shared/filter-bar/use-filters.ts';
import type { CampaignPlace } from '../../shared/posting-campaign/api.ts';
import { CampaignField } from '../../shared/posting-campaign/campaign-field.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { Loaded } from '../../ui/states/loaded.tsx';
import { instructionsQuery } from './api.ts';
import { DOCS_TABS, type DocsSearch, type DocsTab } from './docs-search.ts';
import classes from './docs.module.css';
import { Files } from './files/files.tsx';
import { Instructions } from './instructions.tsx';

interface DocsProps {
  group: UserGroup;
  place: CampaignPlace;
}

/** The chosen campaign's name, once its instructions are loaded. */
const useChosenName = (campaignKey: number | null): string | undefined => {
  const { data } = useQuery({ ...instructionsQuery(campaignKey ?? 0), enabled: campaignKey !== null });
  return data === undefined ? undefined : `${data.campaignName} (${data.campaignCode})`;
};

const InstructionsTab = ({ group, place }: DocsProps) => {
  const { campaign: inAddress }: DocsSearch = useSearch({ strict: false });
  const campaign = inAddress ?? null;
  const navigate = useNavigate();
  const name = useChosenName(campaign);
  return (
    <>
      <Box maw={480}>
        <CampaignField
          place={place}
          value={campaign}
          chosenName={name}
          onChange={(chosen) =>
            void navigate({
              to: '.',
              search: ((now: Record<string, unknown>) => ({ ...now, campaign: chosen ?? undefined })) as never,
              replace: true,
            })
          }
        />
      </Box>
      {campaign === null ? (
        <EmptyState title="No campaign chosen">
          Choose a campaign to see its fields, values, caps, hours and geography, with samples that run.
        </EmptyState>
      ) : (
        <Instructions key={campaign} campaignKey={campaign} group={group} />
      )}
    </>
  );
};

const TAB_LABELS: Record<DocsTab, string> = { instructions: 'Instructions', files: 'Files' };

const Docs = (props: DocsProps) => {
  const { tab = 'instructions' }: DocsSearch = useSearch({ strict: false });
  const navigate = useNavigate();
  return (
    <Tabs
      value={tab}
      keepMounted={false}
      onChange={(chosen) =>
        void navigate({
          to: '.',
          search: ((now: Record<string, unknown>) => ({
            ...now,
            tab: chosen === 'files' ? chosen : undefined,
          })) as never,
          replace: true,
        })
      }
    >
      <Tabs.List aria-label="Posting instructions and files">
        {DOCS_TABS.map((one) => (
          <Tabs.Tab key={one} value={one}>
            {TAB_LABELS[one]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value="instructions" pt="md" className={classes.panel}>
        <InstructionsTab {...props} />
      </Tabs.Panel>
      <Tabs.Panel value="files" pt="md" className={classes.panel}>
        <Files group={props.group} ownerKey={'owner' in props.place ? props.place.owner : null} />
      </Tabs.Panel>
    </Tabs>
  );
};

/** The page for the agency and clients: one owner's campaigns. */
export const OwnerDocsPage = () => <Docs group={groupOfSession() ?? 'ag'} place={{ owner: useOwnerKey() }} />;

/** A media partner's own campaigns, for all its school groups. */
export const PartnerDocsPage = () => (
  <Loaded query={useFilterOptions()} what="list of campaigns">
    {({ partners: [own] }) =>
      own === undefined ? (
        <EmptyState title="No campaigns yet">Posting instructions are those of your campaigns.</EmptyState>
      ) : (
        <Docs group="mp" place={{ partner: own.key }} />
      )
    }
  </Loaded>
);
