import { savedViewDefault, savedViewList, savedViewRemove, savedViewSave } from '@paceline/contract';
import { type Register } from '../../../http/register.ts';
import { chooseDefault, getViews, removeView, saveView, type ViewDeps } from './views.service.ts';

export const savedViewRoutes = (register: Register, deps: ViewDeps): void => {
  register(savedViewList, (caller) => getViews(deps, caller));
  register(savedViewSave, (caller) => saveView(deps, caller, caller.body));
  register(savedViewRemove, (caller) => removeView(deps, caller, caller.body));
  register(savedViewDefault, (caller) => chooseDefault(deps, caller, caller.body.viewKey));
};
