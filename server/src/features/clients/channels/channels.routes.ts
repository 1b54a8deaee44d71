import { customChannelDelete, customChannelList, customChannelSave, customChannelUpdate } from '@paceline/contract';
import { type Register } from '../../../http/register.ts';
import {
  changeCustomChannel,
  type ChannelDeps,
  makeCustomChannel,
  readCustomChannels,
  removeCustomChannel,
} from './channels.service.ts';

export const channelRoutes = (register: Register, deps: ChannelDeps): void => {
  register(customChannelList, ({ scope, params }) => readCustomChannels(deps, scope, params.owner));
  register(customChannelSave, ({ body, ...caller }) => makeCustomChannel(deps, caller, body));
  register(customChannelUpdate, ({ body, ...caller }) => changeCustomChannel(deps, caller, body));
  register(customChannelDelete, ({ body, ...caller }) => removeCustomChannel(deps, caller, body));
};
