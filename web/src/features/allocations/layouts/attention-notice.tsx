import { Anchor } from '@mantine/core';
import type { PacingSummary } from '@paceline/contract';
import { hrefOf, PATHS } from '../../../lib/address/paths.ts';
import { Note } from '../../../ui/pieces/note.tsx';
import { attentionNotice } from './prepare-attention.ts';

/** The rule by which the rows are listed, above them. */
export const AttentionNotice = ({
  summary,
  matching,
}: {
  summary: PacingSummary | undefined;
  matching: number | null;
}) =>
  summary && (
    <Note size="xs">
      {attentionNotice(summary, matching)}{' '}
      <Anchor underline="always" href={hrefOf(PATHS.pacingOverview)}>
        Open Pacing Overview
      </Anchor>
    </Note>
  );
