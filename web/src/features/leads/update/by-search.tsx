import { type BulkImportResult, leadSearch, type LeadStatus } from '@paceline/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { callQuery } from '../../../lib/api/op-query.ts';
import { ListFilters } from '../../../shared/list/list-filters.tsx';
import { listQuestion } from '../../../shared/list/list-search.ts';
import { useListAddress } from '../../../shared/list/use-list-address.ts';
import { Note } from '../../../ui/pieces/note.tsx';
import { useLeadControls } from '../use-lead-controls.ts';
import { matchText } from './prepare-update.ts';
import { type LeadsToChange, StatusForm } from './status-form.tsx';
import classes from './update.module.css';

/** Selects all leads that match the address's filters. */
export const BySearch = ({
  ownerKey,
  onPreview,
}: {
  ownerKey: number;
  onPreview: (preview: BulkImportResult) => void;
}) => {
  const address = useListAddress(leadSearch);
  const controls = useLeadControls(ownerKey);
  const question = listQuestion(leadSearch, address.search);
  const { data } = useQuery({
    ...callQuery(leadSearch, { body: { ...question, ownerKey, limit: 1 } }),
    placeholderData: keepPreviousData,
  });
  const match = data && matchText(data);
  const statuses = (question as { leadStatus?: LeadStatus[] | null }).leadStatus ?? [];
  const search = question as Extract<LeadsToChange, { search: unknown }>['search'];
  return (
    <div className={`${classes.panel} ${classes.wide}`}>
      <ListFilters list={leadSearch} controls={controls} address={address} />
      <Note mih={20} role="status">
        {match?.text ?? ''}
      </Note>
      <StatusForm
        ownerKey={ownerKey}
        statuses={statuses}
        leads={match?.isFit === true ? { search } : null}
        onPreview={onPreview}
      />
    </div>
  );
};
