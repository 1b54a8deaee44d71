import { RETURN_REASONS, type ReturnDecision, type ReturnReason, ROUTES } from '@paceline/contract';
import { type Mail } from '../../../shared/mail.ts';

interface Reader {
  email: string;
  firstName: string;
}
interface Sending {
  publicUrl: string;
  sender: string;
}
const link = (publicUrl: string, page: string): string => `${publicUrl.replace(/\/$/, '')}/#${page}`;
const returns = (count: number): string => `${count} ${count === 1 ? 'return' : 'returns'}`;

/** More are counted, not listed. */
const MAX_LISTED = 20;
const listed = (lines: readonly string[]): string =>
  [...lines.slice(0, MAX_LISTED), ...(lines.length > MAX_LISTED ? [`and ${lines.length - MAX_LISTED} more`] : [])].join(
    '\n',
  );

const DECIDED: Record<ReturnDecision, string> = { ACCEPT: 'accepted', DECLINE: 'declined' };

/** To the requester: the decision. Notes stay in the product, as they may contain personal data. */
export const decisionMail = (
  { email, firstName, isClient }: Reader & { isClient: boolean },
  { decision, leadIds, ownerKey }: { decision: ReturnDecision; leadIds: readonly string[]; ownerKey: number },
  { publicUrl, sender }: Sending,
): Mail => ({
  to: email,
  subject: `${returns(leadIds.length)} ${DECIDED[decision]}`,
  body: `Hello ${firstName},\n\n${isClient ? 'The agency' : 'A colleague'} has ${DECIDED[decision]} ${returns(leadIds.length)} that you asked for:\n\n${listed(leadIds)}\n\nThe reasons are under Returns:\n${link(publicUrl, `${ROUTES.returns}?owner=${ownerKey}`)}\n\n${sender}\n`,
});

export interface RequestedReturn {
  leadId: string;
  ownerKey: number;
  ownerName: string;
  reason: ReturnReason;
}

/** To a media partner: the requests since the last mail. */
export const digestMail = (
  { email, firstName }: Reader,
  requested: readonly RequestedReturn[],
  { publicUrl, sender }: Sending,
): Mail => ({
  to: email,
  subject: `${returns(requested.length)} of your leads requested`,
  body: `Hello ${firstName},\n\n${returns(requested.length)} of your leads ${requested.length === 1 ? 'was' : 'were'} requested:\n\n${listed(
    requested.map(({ leadId, ownerName, reason }) => `${leadId}, ${ownerName}: ${RETURN_REASONS[reason]}`),
  )}\n\nYou may comment on them for three business days:\n${link(publicUrl, ROUTES.mpReturns)}\n\n${sender}\n`,
});
