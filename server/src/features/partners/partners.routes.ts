import {
  allPartnerList,
  ownerPartnerList,
  partnerClientMapList,
  partnerClientMapSave,
  partnerContactList,
  partnerEmailList,
  partnerEmailSave,
  partnerGet,
  partnerList,
  partnerMailingGet,
  partnerMailingList,
  partnerMailPreview,
  partnerMailResend,
  partnerMailSend,
  partnerSave,
  partnerValueMapList,
  partnerValueMapSave,
} from '@paceline/contract';
import { type Register } from '../../http/register.ts';
import { type PartnerDeps } from './caller.ts';
import { readClientMap, saveClientMap } from './clients/client-map.service.ts';
import { readContacts, saveContacts } from './contacts/contacts.service.ts';
import { readOverview } from './figures/figures.service.ts';
import * as mailing from './mailing/mailing.service.ts';
import { listAllPartners, listOwnPartners, readPartner, savePartner } from './partners.service.ts';
import { readValueMap, saveValueMap } from './values/values.service.ts';

const partnerRecordRoutes = (register: Register, deps: PartnerDeps): void => {
  register(allPartnerList, ({ scope }) => listAllPartners(deps.db, scope));
  register(partnerList, ({ scope }) => listOwnPartners(deps.db, scope));
  register(ownerPartnerList, ({ scope, session, ownerKey, query, signal }) =>
    readOverview(deps, { scope, viewer: session, ownerKey, days: query.days }, { signal }),
  );
  register(partnerGet, ({ scope, params }) => readPartner(deps, scope, params.key));
  register(partnerSave, ({ body, ...caller }) => savePartner(deps, caller, body));
  register(partnerEmailList, ({ scope, params }) => readContacts(deps, scope, params.key));
  register(partnerEmailSave, ({ params, body, ...caller }) => saveContacts(deps, caller, params.key, body.contacts));
  register(partnerClientMapList, ({ scope, params, ownerKey }) => readClientMap(deps, scope, ownerKey, params.key));
  register(partnerClientMapSave, ({ params, body, ...caller }) => saveClientMap(deps, caller, params.key, body));
  register(partnerValueMapList, ({ scope, params, query, ownerKey }) =>
    readValueMap(deps, scope, { ownerKey, partnerKey: params.key, clientKey: query.clientKey }),
  );
  register(partnerValueMapSave, ({ params, body, ownerKey, ...caller }) =>
    saveValueMap(deps, caller, { ownerKey, partnerKey: params.key, clientKey: body.clientKey }, body),
  );
};

const partnerMailRoutes = (register: Register, deps: PartnerDeps): void => {
  register(partnerContactList, ({ body, signal, ...caller }) => mailing.chooseContacts(deps, caller, body, { signal }));
  register(partnerMailPreview, ({ scope, body }) => mailing.previewMails(deps, scope, body));
  register(partnerMailSend, ({ body, ...caller }) => mailing.sendMails(deps, caller, body));
  register(partnerMailingList, ({ scope, ownerKey }) => mailing.readMailings(deps, scope, ownerKey));
  register(partnerMailingGet, ({ scope, params, ownerKey }) =>
    mailing.readMailing(deps, scope, ownerKey, params.mailing),
  );
  register(partnerMailResend, ({ params, body, ownerKey, ...caller }) =>
    mailing.resendMail(deps, caller, {
      ownerKey,
      mailingKey: params.mailing,
      partnerMailKey: body.partnerMailKey,
    }),
  );
};

export const partnerRoutes = (register: Register, deps: PartnerDeps): void => {
  partnerRecordRoutes(register, deps);
  partnerMailRoutes(register, deps);
};
