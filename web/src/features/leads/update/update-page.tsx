import { Tabs } from '@mantine/core';
import {
  type BulkImportResult,
  LEAD_UPDATE_KIND,
  leadDetails,
  leadSearch,
  leadUpdateImport,
  leadUpdateTemplate,
} from '@paceline/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useOwnerKey } from '../../../lib/session/session-store.ts';
import { carried, importRowsQuery, toApiError } from '../../../shared/import-dialog/import-api.ts';
import { ImportChoice } from '../../../shared/import-dialog/import-choice.tsx';
import { ImportHistory } from '../../../shared/import-dialog/import-history.tsx';
import { ImportReview } from '../../../shared/import-dialog/import-review.tsx';
import { useImport } from '../../../shared/import-dialog/use-import.ts';
import { isNarrowed } from '../../../shared/list/list-search.ts';
import { useListAddress } from '../../../shared/list/use-list-address.ts';
import { toast } from '../../../ui/toast/toast-store.ts';
import { ByIds } from './by-ids.tsx';
import { BySearch } from './by-search.tsx';
import { LEAD_WORDS } from './prepare-update.ts';
import classes from './update.module.css';

/** Changes the status of many leads: by pasted ids, a search or a file. */
export const UpdateLeadsPage = () => {
  const ownerKey = useOwnerKey();
  const queries = useQueryClient();
  const { search } = useListAddress(leadSearch);
  const [tab, setTab] = useState<string | null>(isNarrowed(leadSearch, search) ? 'search' : 'ids');
  const [round, setRound] = useState(0);
  const upload = useImport(carried(leadUpdateImport, { params: { owner: ownerKey } }));
  const { file, show, reset } = upload;
  const forget = () => {
    for (const { id } of [leadSearch, leadDetails]) void queries.invalidateQueries({ queryKey: [id] });
  };
  const showDone = (result: BulkImportResult) => {
    show(result);
    forget();
  };
  const open = async (importKey: number) => {
    try {
      show(await queries.fetchQuery(importRowsQuery(ownerKey, importKey, 'all', 1)));
    } catch (error) {
      toast.error(toApiError(error as Error));
    }
  };
  // Input is kept when going back from a preview; after a change it is cleared.
  const goBack = () => {
    if (file?.state !== 'VALIDATED') setRound(round + 1);
    reset();
  };
  const of = { ownerKey, onPreview: show };
  const template = {
    ...carried(leadUpdateTemplate, { params: { owner: ownerKey } }),
    label: 'Download a template',
  };
  return (
    <>
      {file && (
        <div className={classes.body}>
          <ImportReview
            owner={ownerKey}
            file={file}
            words={LEAD_WORDS}
            onApplied={showDone}
            onUndone={showDone}
            onAnother={goBack}
            onClose={goBack}
          />
        </div>
      )}
      <div hidden={file !== null}>
        <Tabs value={tab} onChange={setTab} keepMounted={false}>
          <Tabs.List>
            <Tabs.Tab value="ids">By IDs</Tabs.Tab>
            <Tabs.Tab value="search">By search</Tabs.Tab>
            <Tabs.Tab value="file">By file</Tabs.Tab>
            <Tabs.Tab value="history">History</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="ids">
            <ByIds key={round} {...of} />
          </Tabs.Panel>
          <Tabs.Panel value="search">
            <BySearch key={round} {...of} />
          </Tabs.Panel>
          <Tabs.Panel value="file" className={classes.panel}>
            <ImportChoice upload={upload} template={template} />
          </Tabs.Panel>
          <Tabs.Panel value="history" className={`${classes.panel} ${classes.body}`}>
            <ImportHistory
              owner={ownerKey}
              kind={LEAD_UPDATE_KIND}
              onOpen={(importKey) => void open(importKey)}
              onUndone={forget}
            />
          </Tabs.Panel>
        </Tabs>
      </div>
    </>
  );
};
