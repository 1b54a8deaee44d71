import { Button, Group, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { type LeadTrial, leadTrial, leadTrialSample, type UserGroup } from '@paceline/contract';
import { useMutation } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { ApiError } from '../../../lib/api/api-error.ts';
import { localZone, zoneName } from '../../../lib/text/format.ts';
import { useOwnerKey } from '../../../lib/session/session-store.ts';
import { useFilterOptions } from '../../../shared/filter-bar/use-filters.ts';
import type { CampaignPlace } from '../../../shared/posting-campaign/api.ts';
import { CampaignField } from '../../../shared/posting-campaign/campaign-field.tsx';
import { Columns } from '../../../ui/pieces/columns.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { ErrorText } from '../../../ui/states/error-text.tsx';
import { LoadingSkeleton } from '../../../ui/states/loading-skeleton.tsx';
import { RetryPanel } from '../../../ui/states/retry-panel.tsx';
import { PasteBox, type PasteFault } from './paste-box.tsx';
import { readPaste } from './prepare-paste.ts';
import classes from './trial-page.module.css';
import { TrialResult } from './trial-result.tsx';
import type { TrialSearch } from './trial-search.ts';
import { fetchApi } from '../../../lib/api/api.ts';

/** The tested lead is kept nowhere: no cache, no storage. */
const tryLead = async (
  campaignKey: number,
  post: Record<string, unknown>,
  at: string | null,
): Promise<LeadTrial | null> =>
  (await fetchApi(leadTrial, { params: { key: campaignKey }, body: { post, at } })) ?? null;

const readSample = async (campaignKey: number): Promise<string | null> => {
  const sample = await fetchApi(leadTrialSample, { params: { key: campaignKey } });
  return sample === undefined ? null : JSON.stringify(sample.post, null, 2);
};

const SIMULATION = 'Simulation: nothing stored, no cap used';

/** Pixels of the result that must be visible. */
const MIN_SHOWN = 160;

interface Tried {
  trial: LeadTrial;
  /** The input of this result. */
  text: string;
  campaignKey: number;
  at: string | null;
}

const faultsOf = ({ trial, text }: Tried): PasteFault[] => {
  const paste = readPaste(text);
  const lines = 'problem' in paste ? null : paste.lines;
  return trial.fieldErrors.map(({ field, message }) => ({
    field,
    message,
    line: (field === null ? undefined : lines?.get(field)) ?? null,
  }));
};

const failureOf = (error: Error, onRetry: () => void) => (
  <RetryPanel
    title="The lead could not be tested"
    message={error.message}
    requestId={error instanceof ApiError ? error.requestId : null}
    onRetry={onRetry}
  />
);

interface TesterProps {
  group: UserGroup;
  place: CampaignPlace;
}

const Tester = ({ group, place }: TesterProps) => {
  const { campaign: inAddress }: TrialSearch = useSearch({ strict: false });
  const campaignKey = inAddress ?? null;
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [isNow, setIsNow] = useState(true);
  const [moment, setMoment] = useState('');
  const [problem, setProblem] = useState<PasteFault | null>(null);
  const [asksCampaign, setAsksCampaign] = useState(false);
  const [tried, setTried] = useState<Tried | null>(null);
  const [opened] = useState(() => new Date());
  const at = isNow || moment === '' ? null : moment;

  const result = useRef<HTMLElement>(null);
  const trying = useMutation({
    mutationFn: ({ post, campaign }: { post: Record<string, unknown>; campaign: number }) =>
      tryLead(campaign, post, at),
    onSuccess: (trial, { campaign }) => {
      if (trial === null) return;
      setTried({ trial, text, campaignKey: campaign, at });
      // On a narrow screen the result is below the input.
      const top = result.current?.getBoundingClientRect().top ?? 0;
      if (top > window.innerHeight - MIN_SHOWN) result.current?.scrollIntoView({ block: 'start' });
    },
  });
  const sampling = useMutation({
    mutationFn: readSample,
    onSuccess: (sample) => {
      if (sample === null) return;
      setText(sample);
      setProblem(null);
    },
  });

  const run = () => {
    const paste = readPaste(text);
    const fault = 'problem' in paste ? { field: null, line: paste.line, message: paste.problem } : null;
    setProblem(fault);
    setAsksCampaign(campaignKey === null);
    if ('problem' in paste || campaignKey === null) return;
    trying.mutate({ post: paste.post, campaign: campaignKey });
  };
  // Works everywhere on the page, also while typing.
  useHotkeys([['mod+Enter', run, { preventDefault: true }]], []);

  const isOld = tried !== null && (tried.text !== text || tried.campaignKey !== campaignKey || tried.at !== at);
  const shown = problem !== null ? [problem] : tried !== null && tried.text === text ? faultsOf(tried) : [];
  // A media partner's campaigns are in several zones: the campaign's is known from its first result.
  const trialZone = group === 'ag' ? localZone() : tried?.campaignKey === campaignKey ? tried?.trial.zone : undefined;
  const zone = trialZone === undefined ? 'Time of the school group' : zoneName(trialZone, opened);
  return (
    <Stack gap={12}>
      <p className={classes.simulation}>{SIMULATION}</p>
      <Columns of="minmax(0, 5fr) minmax(0, 7fr)" gap={16} align="start">
        <form
          className={classes.form}
          aria-label="Lead to test"
          onSubmit={(event) => {
            event.preventDefault();
            run();
          }}
        >
          <CampaignField
            place={place}
            value={campaignKey}
            error={asksCampaign && campaignKey === null ? 'Choose a campaign.' : undefined}
            onChange={(campaign) =>
              void navigate({
                to: '.',
                search: ((now: Record<string, unknown>) => ({ ...now, campaign: campaign ?? undefined })) as never,
                replace: true,
              })
            }
          />
          <div>
            <Text span size="sm" display="block" mb={4} fw={600} id="trial-moment">
              Moment
            </Text>
            <Group gap={10} align="flex-start">
              <SegmentedControl
                aria-labelledby="trial-moment"
                value={isNow ? 'now' : 'other'}
                onChange={(value) => setIsNow(value === 'now')}
                data={[
                  { value: 'now', label: 'Now' },
                  { value: 'other', label: 'Another' },
                ]}
              />
              {!isNow && (
                <TextInput
                  type="datetime-local"
                  aria-label={`Date and time, ${zone}`}
                  description={zone}
                  inputWrapperOrder={['input', 'description']}
                  value={moment}
                  onChange={(event) => setMoment(event.currentTarget.value)}
                />
              )}
            </Group>
          </div>
          <PasteBox
            value={text}
            faults={shown}
            onChange={(value) => {
              setText(value);
              setProblem(null);
            }}
          />
          <Group gap={10}>
            <Button type="submit" loading={trying.isPending} title="Ctrl+Enter">
              Test lead
            </Button>
            <Button
              variant="default"
              loading={sampling.isPending}
              onClick={() => {
                setAsksCampaign(campaignKey === null);
                if (campaignKey !== null) sampling.mutate(campaignKey);
              }}
            >
              Load sample
            </Button>
            <span className={classes.keys}>Ctrl+Enter tests the lead</span>
          </Group>
          {sampling.error && <ErrorText>{sampling.error.message}</ErrorText>}
        </form>
        <section ref={result} className={classes.result} aria-label="Result" aria-busy={trying.isPending}>
          {trying.error && failureOf(trying.error, run)}
          {!trying.error && tried !== null && (
            <TrialResult
              // Each result starts with a fresh list of checks.
              key={tried.trial.answer.requestId}
              trial={tried.trial}
              group={group}
              isOtherMoment={tried.at !== null}
              isOld={isOld}
            />
          )}
          {!trying.error && tried === null && (
            <EmptyState title="No lead tested yet">
              Choose a campaign and paste a lead as JSON, as a form body, or as a CSV header with one row.
            </EmptyState>
          )}
        </section>
      </Columns>
    </Stack>
  );
};

/** A media partner tests its own campaigns, for all its school groups. */
export const AgencyTrialPage = () => <Tester group="ag" place={{ owner: useOwnerKey() }} />;

export const PartnerTrialPage = () => {
  const options = useFilterOptions();
  const partnerKey = options.data?.partners[0]?.key;
  return (
    <>
      {options.error && (
        <RetryPanel
          title="The campaigns could not be loaded"
          message={options.error.message}
          requestId={options.error instanceof ApiError ? options.error.requestId : null}
          onRetry={() => void options.refetch()}
        />
      )}
      {options.isPending && <LoadingSkeleton label="Loading the campaigns" lines={6} />}
      {options.data && partnerKey === undefined && (
        <EmptyState title="No campaigns yet">Leads are tested against your campaigns.</EmptyState>
      )}
      {partnerKey !== undefined && <Tester group="mp" place={{ partner: partnerKey }} />}
    </>
  );
};
