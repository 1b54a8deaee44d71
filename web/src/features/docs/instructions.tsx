import { Button, CopyButton, Flex, Group, Stack, Title } from '@mantine/core';
import type { PostingInstructions, UserGroup } from '@paceline/contract';
import { useQuery } from '@tanstack/react-query';
import { formatInstant } from '../../lib/text/format.ts';
import { hrefOf, PATHS } from '../../lib/address/paths.ts';
import { useMay } from '../../lib/session/permissions.ts';
import { Columns } from '../../ui/pieces/columns.tsx';
import { Loaded } from '../../ui/states/loaded.tsx';
import { Note } from '../../ui/pieces/note.tsx';
import { type InstructionsFile, instructionsQuery, useInstructionsFile } from './api.ts';
import { ChangesCard } from './changes-card.tsx';
import classes from './docs.module.css';
import { LinksButton } from './links-button.tsx';
import { SamplesCard } from './samples-card.tsx';
import { sectionId, SectionPart } from './section-part.tsx';

/** Link to try the sample without posting it; clients have no tester. */
const TesterLink = ({ group, campaignKey }: { group: UserGroup; campaignKey: number }) => {
  const mayTry = useMay(group === 'mp' ? 'campaigns:View' : 'leadanalyzer:View') && group !== 'cl';
  if (!mayTry) return null;
  const path = PATHS[group === 'mp' ? 'mpLeadTester' : 'leadTester'];
  return (
    <Button component="a" size="xs" variant="default" href={hrefOf(`${path}?campaign=${campaignKey}`)}>
      Try a lead
    </Button>
  );
};

const FileButtons = ({ campaignKey }: { campaignKey: number }) => {
  const { mutate, isPending, variables } = useInstructionsFile(campaignKey);
  const button = (format: InstructionsFile, label: string) => (
    <Button
      size="xs"
      variant="default"
      loading={isPending && variables === format}
      disabled={isPending}
      onClick={() => mutate(format)}
    >
      {label}
    </Button>
  );
  return (
    <>
      {button('pdf', 'Download PDF')}
      {button('openapi', 'Download OpenAPI')}
    </>
  );
};

const Head = ({ shown, group }: { shown: PostingInstructions; group: UserGroup }) => (
  <Group gap="8px 16px" justify="space-between" align="flex-start">
    <div>
      <Title order={2} fz="lg">
        {shown.campaignName}
      </Title>
      <Note>
        {[shown.clientName, shown.partnerName, shown.status].filter((part) => part !== '').join(' · ')}. Written from
        the rules of {formatInstant(shown.madeAt, shown.zone)}.
      </Note>
      <p className={classes.address}>
        <code>POST {shown.postUrl}</code>
        <CopyButton value={shown.postUrl}>
          {({ copied, copy }) => (
            <Button size="compact-xs" variant="subtle" onClick={copy}>
              {copied ? 'Copied' : 'Copy address'}
            </Button>
          )}
        </CopyButton>
      </p>
    </div>
    <Group gap={6}>
      <TesterLink group={group} campaignKey={shown.campaignKey} />
      <FileButtons campaignKey={shown.campaignKey} />
      <LinksButton group={group} campaignKey={shown.campaignKey} zone={shown.zone} />
    </Group>
  </Group>
);

/** The sections by name. Buttons instead of links, because the hash holds the product's routes. */
const PartList = ({ sections }: Pick<PostingInstructions, 'sections'>) => (
  <Flex aria-label="Parts of the instructions" component="nav" gap={6} wrap="wrap">
    {sections.map(({ id, title }) => (
      <Button
        key={id}
        size="compact-xs"
        variant="subtle"
        onClick={() => {
          const part = document.getElementById(sectionId(id));
          part?.scrollIntoView({ block: 'start' });
          part?.focus({ preventScroll: true });
        }}
      >
        {title}
      </Button>
    ))}
  </Flex>
);

/** Posting instructions of a campaign, from its current rules. */
export const Instructions = ({ campaignKey, group }: { campaignKey: number; group: UserGroup }) => (
  <Loaded query={useQuery(instructionsQuery(campaignKey))} what="posting instruction">
    {(shown) => (
      <>
        <Head shown={shown} group={group} />
        <ChangesCard shown={shown} />
        <PartList sections={shown.sections} />
        <Columns of="minmax(0, 1fr) minmax(0, 420px)" gap={16} align="start">
          <Stack gap={16} miw={0}>
            {shown.sections.map((section) => (
              <SectionPart key={section.id} section={section} />
            ))}
          </Stack>
          <div className={classes.samples}>
            <SamplesCard key={campaignKey} samples={shown.samples} />
          </div>
        </Columns>
      </>
    )}
  </Loaded>
);
