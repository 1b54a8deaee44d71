import { statementFile, type StatementFormat, statementGet, type StatementRow } from '@paceline/contract';
import { useMutation } from '@tanstack/react-query';
import { callQuery } from '../../../lib/api/op-query.ts';
import { downloadApi, saveFile } from '../../../lib/files/download.ts';
import { tellFailure } from '../../../shared/list/use-list-export.ts';

type StatementId = Pick<StatementRow, 'ownerKey' | 'statementKey' | 'number'>;

export const statementQuery = ({ ownerKey, statementKey }: StatementId) => ({
  ...callQuery(statementGet, { params: { owner: ownerKey, statementKey } }),
  staleTime: 0,
});

export const useStatementFile = ({ ownerKey, statementKey, number }: StatementId) =>
  useMutation({
    mutationFn: async (format: StatementFormat) => {
      const params = { owner: ownerKey, statementKey, format };
      const file = await downloadApi(statementFile, { params }, { fallbackName: `${number}.${format}` });
      if (file) saveFile(file);
    },
    onError: tellFailure,
  });
