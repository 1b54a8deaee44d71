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

interface SharedView {
  viewUserKey: number;
  sharing: 'private' | 'team' | 'owner';
  viewGroup: string;
  viewPartnerKey: number | null;
  question: ReportQuestion;
}

const GONE = 'Has no access to this owner any more.';

/** Why a reader gets no mail; null where they get it. */
export const whyNotRead = (
  reader: ReaderNow | null,
  ownerKey: number,
  { question, viewPartnerKey }: Pick<SharedView, 'question' | 'viewPartnerKey'>,
  labels: Labels,
): string | null => {
  if (reader === null) return 'Has no active account any more.';
  if (!reader.ownerKeys.includes(ownerKey)) return GONE;
  if (!hasPermission(reader.permissions, ['reports:View', 'reports:Build'])) return 'May not see reports.';
  const hidden = hiddenFields(question, reader, labels);
  if (hidden.length > 0) return `May not see ${hidden.join(', ')}.`;
  const isOfOthers = reader.group === 'mp' && reader.partnerKey !== viewPartnerKey;
  return isOfOthers && namesRecords(question) ? 'The filters of the view name records of others.' : null;
};

/** Why a schedule's maker can no longer send this view; null while they can. */
export const whyNotSend = (
  maker: ReaderNow | null,
  ownerKey: number,
  view: SharedView,
  labels: Labels,
): string | null => {
  if (maker === null) return 'Its maker has no active account any more.';
  if (!maker.ownerKeys.includes(ownerKey)) return 'Its maker has no access to this owner any more.';
  if (!maker.permissions.has('reports:Schedule')) return 'Its maker may no longer schedule reports.';
  const isTeam = maker.group === view.viewGroup && maker.partnerKey === view.viewPartnerKey;
  const sees = view.viewUserKey === maker.userKey || view.sharing === 'owner' || (view.sharing === 'team' && isTeam);
  if (!sees) return 'The view is no longer shared with its maker.';
  const hidden = hiddenFields(view.question, maker, labels);
  return hidden.length > 0 ? `Its maker may no longer see ${hidden.join(', ')}.` : null;
};
