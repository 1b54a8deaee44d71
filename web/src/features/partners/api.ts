import {
  auditHistory,
  type AnyCall,
  type CallInput,
  type CallResponse,
  filterOptions,
  ownerPartnerList,
  partnerClientMapList,
  partnerContactList,
  type PartnerContact,
  type PartnerContactForm,
  partnerEmailList,
  partnerEmailSave,
  partnerGet,
  type PartnerMailing,
  partnerMailingGet,
  partnerMailingList,
  type PartnerDays,
  partnerSave,
  partnerValueMapList,
  type ContactChoice,
  type Partner,
  type PartnerForm,
} from '@paceline/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi, fetchApi } from '../../lib/api/api.ts';
import { callQuery } from '../../lib/api/op-query.ts';
import type { CallArgs } from '../../lib/api/request.ts';
import { tellFailure } from '../../shared/list/use-list-export.ts';

export const overviewQuery = (owner: number, days: PartnerDays) =>
  callQuery(ownerPartnerList, { params: { owner }, query: { days: String(days) } });
export const partnerQuery = (key: number) => callQuery(partnerGet, { params: { key } });
export const contactsQuery = (key: number) => callQuery(partnerEmailList, { params: { key } });
export const clientMapQuery = (ownerKey: number, key: number) =>
  callQuery(partnerClientMapList, { params: { key }, query: { ownerKey: String(ownerKey) } });
export const valueMapQuery = (ownerKey: number, key: number, clientKey: number) =>
  callQuery(partnerValueMapList, {
    params: { key },
    query: { ownerKey: String(ownerKey), clientKey: String(clientKey) },
  });

export const contactQuery = (body: ContactChoice) => ({ ...callQuery(partnerContactList, { body }), staleTime: 0 });

/** Poll interval while emails are being sent. */
const LOOK_MS = 1_000;
const whileUnderWay = (isUnderWay: boolean): number | false => (isUnderWay ? LOOK_MS : false);
export const mailingsQuery = (owner: number) => ({
  ...callQuery(partnerMailingList, { params: { owner } }),
  staleTime: 0,
  refetchInterval: ({ state }: { state: { data?: PartnerMailing[] | undefined } }) =>
    whileUnderWay(state.data?.some(({ isOver }) => !isOver) ?? false),
});
export const mailingQuery = (owner: number, mailing: number) => ({
  ...callQuery(partnerMailingGet, { params: { owner, mailing } }),
  staleTime: 0,
  refetchInterval: ({ state }: { state: { data?: CallResponse<typeof partnerMailingGet> | undefined } }) =>
    whileUnderWay(state.data?.isOver === false),
});

export const readPartner = (key: number): Promise<Partner | undefined> => fetchApi(partnerGet, { params: { key } });

/** Calls that show partners, invalidated after a change. */
const PARTNER_READS: readonly AnyCall[] = [
  filterOptions,
  ownerPartnerList,
  partnerGet,
  partnerEmailList,
  partnerClientMapList,
  partnerValueMapList,
  auditHistory,
];
const MAIL_READS: readonly AnyCall[] = [partnerMailingList, partnerMailingGet, partnerContactList];

const useReadAgain = (reads: readonly AnyCall[]) => {
  const queries = useQueryClient();
  return () => {
    for (const { id } of reads) void queries.invalidateQueries({ queryKey: [id] });
  };
};

export const readContacts = (key: number): Promise<PartnerContact[] | undefined> =>
  fetchApi(partnerEmailList, { params: { key } });

/** Saves one contact and returns it as stored; a partner's contacts have distinct email addresses. */
export const useSaveContact = (key: number) => {
  const readAgain = useReadAgain(PARTNER_READS);
  return async (contact: PartnerContactForm): Promise<PartnerContact | undefined> => {
    const saved = await callApi(partnerEmailSave, { params: { key }, body: { contacts: [contact] } });
    readAgain();
    const address = contact.email.trim().toLowerCase();
    return saved?.find(({ email }) => email.toLowerCase() === address);
  };
};

export const useSavePartner = () => {
  const readAgain = useReadAgain(PARTNER_READS);
  return async (body: PartnerForm): Promise<Partner | undefined> => {
    const saved = await callApi(partnerSave, { body });
    readAgain();
    return saved;
  };
};

interface Told<C extends AnyCall> {
  onDone: (answer: CallResponse<C>) => void;
  onError?: (error: Error) => void;
}

const useChange = <C extends AnyCall>(
  call: C,
  params: CallInput<C>['params'],
  reads: readonly AnyCall[],
  { onDone, onError = tellFailure }: Told<C>,
) => {
  const readAgain = useReadAgain(reads);
  return useMutation({
    mutationFn: (body: CallInput<C>['body']) => callApi(call, { params, body } as unknown as CallArgs<C>),
    onSuccess: (answer) => {
      readAgain();
      if (answer !== undefined) onDone(answer);
    },
    onError,
  });
};

/** Runs a change of a partner. */
export const usePartnerChange = <C extends AnyCall>(call: C, params: CallInput<C>['params'], notices: Told<C>) =>
  useChange(call, params, PARTNER_READS, notices);
/** Sends emails to partners. */
export const useMailChange = <C extends AnyCall>(call: C, params: CallInput<C>['params'], notices: Told<C>) =>
  useChange(call, params, MAIL_READS, notices);
