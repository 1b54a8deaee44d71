import { hasPermission, type Labels, type Permission, type ReportQuestion, type UserGroup } from '@paceline/contract';
import { hiddenFields, namesRecords } from '../../../shared/reports/question.rules.ts';

/** A user's state at the moment of a run. */
export interface ReaderNow {
  userKey: number;
  group: UserGroup;
  partnerKey: number | null;
  permissions: ReadonlySet<Permission>;
  ownerKeys: readonly number[];
}

interface Shared {
  viewUserKey: number;
  sharing: 'private' | 'team' | 'owner';
  viewGroup: string;
  viewPartnerKey: number | null;
}

const GONE = 'Has no access to this owner any more.';

/** Why a user gets no mails of an owner; null where they get them. */
export const whyNoMail = (reader: ReaderNow | null, ownerKey: number): string | null => {
  if (reader === null) return 'Has no active account any more.';
  if (!reader.ownerKeys.includes(ownerKey)) return GONE;
  return hasPermission(reader.permissions, ['reports:View', 'reports:Build']) ? null : 'May not see reports.';
};

/** Why a reader is not shown the answer to a question that somebody of this company saved; null where they are. */
export const whyNotShown = (
  reader: ReaderNow,
  question: ReportQuestion,
  { viewPartnerKey }: Pick<Shared, 'viewPartnerKey'>,
  labels: Labels,
): string | null => {
  const hidden = hiddenFields(question, reader, labels);
  if (hidden.length > 0) return `May not see ${hidden.join(', ')}.`;
  const isOfOthers = reader.group === 'mp' && reader.partnerKey !== viewPartnerKey;
  return isOfOthers && namesRecords(question) ? 'The filters of the view name records of others.' : null;
};

/** Whether a user may open what somebody saved. */
export const seesShared = (user: ReaderNow, { viewUserKey, sharing, viewGroup, viewPartnerKey }: Shared): boolean => {
  const isTeam = user.group === viewGroup && user.partnerKey === viewPartnerKey;
  return viewUserKey === user.userKey || sharing === 'owner' || (sharing === 'team' && isTeam);
};

/** Why a schedule's maker can no longer send this; null while they can. Without a question it is a dashboard, whose cards are checked each. */
export const whyNotSend = (
  maker: ReaderNow | null,
  ownerKey: number,
  shared: Shared,
  question: ReportQuestion | null,
  labels: Labels,
): string | null => {
  if (maker === null) return 'Its maker has no active account any more.';
  if (!maker.ownerKeys.includes(ownerKey)) return 'Its maker has no access to this owner any more.';
  if (!maker.permissions.has('reports:Schedule')) return 'Its maker may no longer schedule reports.';
  if (!seesShared(maker, shared))
    return `The ${question === null ? 'dashboard' : 'view'} is no longer shared with its maker.`;
  const hidden = question === null ? [] : hiddenFields(question, maker, labels);
  return hidden.length > 0 ? `Its maker may no longer see ${hidden.join(', ')}.` : null;
};
