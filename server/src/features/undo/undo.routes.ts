import { bulkActionList, bulkActionUndo } from '@paceline/contract';
import { type Register } from '../../http/register.ts';
import { listBulkActions, undoBulkAction, type UndoDeps } from './undo.service.ts';

export const undoRoutes = (register: Register, deps: UndoDeps): void => {
  register(bulkActionList, ({ params, ...caller }) => listBulkActions(deps, caller, params.owner));
  register(bulkActionUndo, ({ params, ...caller }) =>
    undoBulkAction(deps, caller, { ownerKey: params.owner, actionId: params.actionId }),
  );
};
