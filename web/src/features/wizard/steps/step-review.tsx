import { Anchor, Flex } from '@mantine/core';
import { dedupConfigOf, EDUCATION_WAYS, STEP_NAMES, stepOfField, type WizardStep } from '@paceline/contract';
import { useQuery } from '@tanstack/react-query';
import { formatDays } from '../../../lib/text/format.ts';
import { Facts } from '../../../ui/lists/facts.tsx';
import { SectionCard } from '../../../ui/pieces/section-card.tsx';
import { verticalsQuery } from '../api.ts';
import type { StepProps } from './step-props.ts';

interface StepReviewProps extends Pick<StepProps, 'body' | 'onOpen'> {
  problems: ReadonlyMap<string, string>;
}

/** Problems with links to their steps, then a summary of what will be created. */
export const StepReview = ({ body, problems, onOpen }: StepReviewProps) => {
  const { owner, brands, clients, education, campuses, partners, vendors } = body;
  const verticals = useQuery(verticalsQuery()).data ?? [];
  const programs = campuses.reduce((sum, campus) => sum + campus.programs.length, 0);
  const go = (step: WizardStep) => (
    <Anchor component="button" type="button" size="sm" onClick={() => onOpen(step)}>
      {STEP_NAMES[step]}
    </Anchor>
  );
  return (
    <>
      {problems.size > 0 && (
        <SectionCard title="To fix">
          <Flex component="ul" direction="column" gap={6} m={0} ps={18} fz="sm" aria-label="To fix">
            {[...problems].map(([field, message]) => (
              <li key={field}>
                {go(stepOfField(field))} · {message}
              </li>
            ))}
          </Flex>
        </SectionCard>
      )}
      <SectionCard title={owner.ownerName || 'No name yet'} note={owner.description}>
        <Facts
          facts={[
            ['Vertical', verticals.find(({ verticalKey }) => verticalKey === owner.verticalKey)?.verticalName],
            ['Time zone', owner.timeZone],
            [
              'Dedup period',
              /^\d+$/.test(owner.dedupPeriodInDays) ? formatDays(Number(owner.dedupPeriodInDays)) : null,
            ],
            ['What is a duplicate', dedupConfigOf(body.dedupConfigKey)?.label],
            ['Brands', brands.map(({ brandName }) => brandName).join(', ')],
            ['Clients', clients.map(({ clientName, clientCode }) => `${clientName} (${clientCode})`).join(', ')],
            [
              'Campuses and programs',
              education === 'hand' ? `${campuses.length} and ${programs}` : EDUCATION_WAYS[education],
            ],
            ['Media partners', String(partners.length)],
            ['PPC vendors', String(vendors.length)],
          ]}
        />
      </SectionCard>
    </>
  );
};
