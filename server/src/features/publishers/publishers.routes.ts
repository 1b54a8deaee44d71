import {
  disclosureTextSave,
  publisherChoices,
  publisherSave,
  publisherSourceFigures,
  publisherSourceGet,
  publisherSourcesExport,
  publisherSourcesImport,
  publisherSourcesList,
  publisherSourcesSave,
  publisherSourcesStatus,
} from '@paceline/contract';
import { type Register } from '../../http/register.ts';
import { type Answers } from '../../shared/answers/answers.ts';
import { receiveUpload } from '../../shared/bulk/receive-upload.ts';
import { registerList } from '../../shared/lists/list-routes.ts';
import { type PublisherDeps } from './caller.ts';
import { exportSources } from './files/sources-sheet.ts';
import { publisherSourcesBulk } from './files/sources.bulk.ts';
import { PUBLISHER_SOURCES_FILE, publisherSourceRows } from './publishers.list.ts';
import { readChoices, saveDisclosure, savePublisher } from './publishers.service.ts';
import { readFigures } from './sources/figures.service.ts';
import { readSource, readSources, saveSources } from './sources/sources.service.ts';
import { saveStatus } from './sources/status.service.ts';

export const publisherRoutes = (register: Register, deps: PublisherDeps & { answers: Answers }): void => {
  registerList(register, deps, publisherSourceRows, PUBLISHER_SOURCES_FILE);
  register(publisherSave, ({ body, ...caller }) => savePublisher(deps, caller, body));
  register(publisherChoices, ({ scope, params }) => readChoices(deps, scope, params.aggregator));
  register(disclosureTextSave, ({ body, ...caller }) => saveDisclosure(deps, caller, body));
  register(publisherSourcesSave, ({ body, ...caller }) => saveSources(deps, caller, body));
  register(publisherSourcesStatus, ({ body, ...caller }) => saveStatus(deps, caller, body));
  register(publisherSourcesList, ({ scope, params }) => readSources(deps, scope, params.aggregator));
  register(publisherSourcesExport, ({ scope, params }) => exportSources(deps, scope, params.aggregator));
  register(publisherSourceGet, ({ scope, params }) => readSource(deps, scope, params.key));
  register(publisherSourcesImport, ({ params, query, upload, ...caller }) =>
    receiveUpload(deps, caller, publisherSourcesBulk, {
      upload,
      ownerKey: params.owner,
      params: { aggregatorKey: params.aggregator },
      apply: query.apply,
    }),
  );
  register(publisherSourceFigures, ({ scope, session, signal }) =>
    readFigures(deps, { scope, ...session }, { signal }),
  );
};
