import { Textarea } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type BulkImportResult, leadBulkSearch } from '@paceline/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { callQuery } from '../../../lib/api/op-query.ts';
import { Note } from '../../../ui/pieces/note.tsx';
import { foundText, idsProblem, readIds, statusesOf } from './prepare-update.ts';
import { StatusForm } from './status-form.tsx';
import classes from './update.module.css';

const TYPING_MS = 400;

/** Looks up pasted ids while typing, so that the offered statuses fit the leads. */
const useFound = (ownerKey: number, ids: readonly string[]) => {
  const [settledIds] = useDebouncedValue(ids, TYPING_MS);
  const { data } = useQuery({
    ...callQuery(leadBulkSearch, { params: { owner: ownerKey }, body: { leadCaptureKeys: [...settledIds] } }),
    enabled: settledIds.length > 0 && idsProblem(settledIds) === null,
    placeholderData: keepPreviousData,
  });
  return ids.length === 0 ? undefined : data;
};

/** Selects leads by pasted ids. */
export const ByIds = ({
  ownerKey,
  onPreview,
}: {
  ownerKey: number;
  onPreview: (preview: BulkImportResult) => void;
}) => {
  const [text, setText] = useState('');
  const ids = useMemo(() => readIds(text), [text]);
  const problem = idsProblem(ids);
  const leads = useFound(ownerKey, ids);
  return (
    <div className={classes.panel}>
      <Textarea
        className={classes.ids}
        label="Lead IDs"
        description="Lead IDs, lead keys or transaction IDs, one per line or separated by commas. Up to 5,000."
        autosize
        minRows={5}
        maxRows={14}
        value={text}
        error={problem}
        spellCheck={false}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Note mih={20} role="status">
        {leads ? foundText(leads) : ''}
      </Note>
      <StatusForm
        ownerKey={ownerKey}
        statuses={leads ? statusesOf(leads) : []}
        isOfEach
        leads={ids.length === 0 || problem !== null ? null : { ids }}
        onPreview={onPreview}
      />
    </div>
  );
};
