import { Box, Flex, Stack, Text, Title } from '@mantine/core';
import { labelsOf, type EmbeddedAnswer, type EmbeddedReport, widgetColumns, withAttributed } from '@paceline/contract';
import { useId, useMemo, useState } from 'react';
import { useBrandColour } from '../../../shared/branding/use-brand.ts';
import { BrandLogo } from '../../../ui/marks/brand-logo.tsx';
import { UnattributedLine } from '../../../shared/unattributed-line.tsx';
import type { Slot } from '../dashboards.ts';
import { basisNotes } from '../widgets/prepare-basis.ts';
import { datesOf } from '../prepare-dates.ts';
import type { Sort } from '../widgets/prepare-sort.ts';
import { WidgetBodyView } from '../widgets/widget-body.tsx';
import card from '../widgets/widget-card.module.css';
import { slotsOf } from './prepare-report.ts';

interface PartProps extends Pick<EmbeddedReport, 'group' | 'variant'> {
  place: Slot;
  answer: EmbeddedAnswer;
}

const Part = ({ place, answer: own, group, variant }: PartProps) => {
  const { answer, body, widget } = own;
  const id = useId();
  const [sort, setSort] = useState<Sort | null>(null);
  const columns = useMemo(
    () => withAttributed(widgetColumns(widget, labelsOf(variant), group, answer), answer.attributedToLeads),
    [widget, variant, group, answer],
  );
  const shown = useMemo(() => columns.filter(({ hidden }) => hidden === undefined), [columns]);
  return (
    <section className={card.card} data-wide aria-labelledby={id}>
      <Flex component="header" gap={8} justify="space-between" align="flex-start">
        <div>
          <Title id={id} order={2} fz="0.9375rem" fw={650}>
            {place.title}
          </Title>
          <Text inherit c="dimmed" fz="0.75rem">
            {datesOf(answer, false)}
          </Text>
        </div>
      </Flex>
      {answer.data.length === 0 ? (
        <Text inherit py={24} px={0} c="dimmed" fz="0.875rem">
          No data for these dates.
        </Text>
      ) : (
        <WidgetBodyView
          title={place.title}
          body={body}
          view={place.view}
          answer={answer}
          columns={columns}
          tableColumns={shown}
          tall={false}
          sort={sort}
          onSort={setSort}
          isRanked={false}
        />
      )}
      <UnattributedLine unattributed={answer.unattributed} isBare />
      {[...basisNotes(answer, columns), ...answer.notes].map((note) => (
        <Text key={note} inherit c="dimmed" fz="0.75rem">
          {note}
        </Text>
      ))}
    </section>
  );
};

/** A catalogue report without menus, choices or files, for embedding; charts show their figures. */
export const BareReport = ({ embedded }: { embedded: EmbeddedReport }) => {
  const { name, report, ownerName, answers, brand } = embedded;
  useBrandColour(brand.colour);
  return (
    <Box component="main" p={16}>
      {(brand.name !== '' || brand.logo !== null) && (
        <Flex gap={9} mb={12} align="center" fw={650}>
          <BrandLogo brand={brand} size={26} />
        </Flex>
      )}
      <Title order={1} mb={8} fz="1.25rem">
        {report.title}
      </Title>
      <Text inherit mt={-4} mb={12} c="dimmed">{`${ownerName}. ${report.question}`}</Text>
      <Stack gap={12}>
        {slotsOf(name, report).map((place) => {
          const ownAnswer = answers.find(({ slot }) => slot === place.widget);
          return ownAnswer && <Part key={place.slot} place={place} answer={ownAnswer} {...embedded} />;
        })}
      </Stack>
    </Box>
  );
};
