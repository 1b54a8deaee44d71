import { randomUUID } from 'node:crypto';
import { type FastifyBaseLogger } from 'fastify';
import { type PartnerMailDeps, SEND_LIMIT_MS, sendPartnerMail } from '../shared/partner-mails/send-partner-mail.ts';
import { openOutbox, type Outbox, repeatOutbox } from './outbox.ts';
import { type Repeated } from './repeat.ts';
import { systemScope } from './system-scope.ts';

const PAUSE_MS = 1_000;
const BUSY_PAUSE_MS = 200;
/** Connections to the one mail server. At most this many mails are in doubt after a kill. */
const MAX_AT_ONCE = 4;
/** How long a claimed mail counts as in flight: longer than its timeout. */
const TAKEN_SECONDS = (2 * SEND_LIMIT_MS) / 1000;

interface PartnerMailJobDeps extends PartnerMailDeps {
  log: Pick<FastifyBaseLogger, 'error'>;
  takenSeconds?: number;
}

interface Found {
  ownerKey: number;
  partnerMailKey: number;
}

/** Sends mails to media partners one by one, so that a failure delays no other. */
export const openPartnerMails = ({ log, takenSeconds = TAKEN_SECONDS, ...deps }: PartnerMailJobDeps): Outbox => {
  const worker = randomUUID();
  return openOutbox<Found>({
    queue: 'partner mails',
    mostAtOnce: MAX_AT_ONCE,
    takeDue: (places) =>
      deps.db.asNobody({
        name: 'take_partner_mails',
        text: `select owner_key as "ownerKey", partner_mail_key::int as "partnerMailKey"
               from app.take_partner_mails($1, $2, make_interval(secs => $3), $4)`,
        values: [deps.clock.now(), places, takenSeconds, worker],
      }),
    send: (mail) => sendPartnerMail(deps, systemScope(mail.ownerKey), { ...mail, worker }),
    onFailure: (error, mail) => log.error({ err: error, ...mail }, 'sending a mail to a partner failed'),
  });
};

export const startPartnerMails = (deps: PartnerMailJobDeps): Repeated =>
  repeatOutbox(openPartnerMails(deps), { pauseMs: PAUSE_MS, busyPauseMs: BUSY_PAUSE_MS }, (error) =>
    deps.log.error({ err: error }, 'sending mails to partners failed'),
  );
