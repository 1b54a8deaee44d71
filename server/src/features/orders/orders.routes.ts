import {
  ioAnswer,
  ioBoard,
  ioFile,
  ioGet,
  ioLinkAnswer,
  ioLinkFile,
  ioLinkOpen,
  ioNextMonthEmail,
  ioNextMonthPreview,
  ioOpen,
  ioPartnerBoard,
  ioRecipientList,
  ioSend,
  ioSettingsGet,
  ioSettingsSave,
  ioWaiting,
} from '@paceline/contract';
import { type Register } from '../../http/register.ts';
import { answerByLink, answerInArea, fileByLink, openByLink, openInArea } from './answer/answer.service.ts';
import { getBoard, getOrder, getOrderFile, getPartnerBoard, getWaiting, type OrderDeps } from './orders.service.ts';
import { emailNextMonth, listRecipients, previewNextMonth, sendOrder } from './send/send.service.ts';
import { readSettings, saveSettings } from './settings.service.ts';

export const orderRoutes = (register: Register, deps: OrderDeps): void => {
  register(ioNextMonthEmail, ({ ownerKey, body, ...caller }) => emailNextMonth(deps, caller, ownerKey, body));
  register(ioNextMonthPreview, ({ ownerKey, body, ...caller }) => previewNextMonth(deps, caller, ownerKey, body));
  register(ioRecipientList, ({ ownerKey, scope }) => listRecipients(deps, scope, ownerKey));
  register(ioSend, ({ ownerKey, params: { ioKey }, body, ...caller }) =>
    sendOrder(deps, caller, { ownerKey, ioKey }, body),
  );
  register(ioBoard, ({ ownerKey, scope, query }) => getBoard(deps, scope, ownerKey, query.month));
  register(ioPartnerBoard, ({ scope, query }) => getPartnerBoard(deps, scope, query.month));
  register(ioWaiting, ({ scope }) => getWaiting(deps, scope));
  register(ioGet, ({ ownerKey, scope, params }) => getOrder(deps, scope, ownerKey, params.ioKey));
  register(ioFile, ({ ownerKey, scope, params: { ioKey, format } }) =>
    getOrderFile(deps, scope, { ownerKey, ioKey }, format),
  );
  register(ioOpen, ({ ownerKey, params: { ioKey }, ...caller }) => openInArea(deps, caller, { ownerKey, ioKey }));
  register(ioAnswer, ({ ownerKey, params: { ioKey }, body, ...caller }) =>
    answerInArea(deps, caller, { ownerKey, ioKey }, body),
  );
  register(ioLinkOpen, ({ body, origin }) => openByLink(deps, origin, body.token));
  register(ioLinkAnswer, ({ body, origin }) => answerByLink(deps, origin, body));
  register(ioLinkFile, ({ body }) => fileByLink(deps, body));
  register(ioSettingsGet, ({ ownerKey, scope }) => readSettings(deps, { scope }, ownerKey));
  register(ioSettingsSave, ({ ownerKey, body, ...caller }) => saveSettings(deps, caller, ownerKey, body));
};
