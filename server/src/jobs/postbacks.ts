import { POSTBACK_SCHEDULE } from '@paceline/contract';
import { type FastifyBaseLogger } from 'fastify';
import { randomUUID } from 'node:crypto';
import { type PostbackDeps, sendPostback } from '../shared/postbacks/send-postback.ts';
import { openOutbox, type Outbox, repeatOutbox } from './outbox.ts';
import { type Repeated } from './repeat.ts';
import { systemScope } from './system-scope.ts';

const PAUSE_MS = 1_000;
const BUSY_PAUSE_MS = 100;
const MAX_AT_ONCE = 24;
/** Longer than the timeout: a dead worker's postbacks are sent again. */
const TAKEN_SECONDS = 30;

interface PostbackJobDeps extends PostbackDeps {
  log: Pick<FastifyBaseLogger, 'error'>;
}

interface Found {
  ownerKey: number;
  postbackKey: number;
}

/** Sends postbacks as leads are sent: a hanging partner server delays no other. */
export const openPostbacks = ({ log, ...deps }: PostbackJobDeps): Outbox => {
  const worker = randomUUID();
  return openOutbox<Found>({
    queue: 'postbacks',
    mostAtOnce: MAX_AT_ONCE,
    takeDue: (places) =>
      deps.db.asNobody({
        name: 'take_postbacks',
        text: `select owner_key as "ownerKey", postback_key::int as "postbackKey"
               from app.take_postbacks($1, $2, $3, make_interval(secs => $4), $5)`,
        values: [deps.clock.now(), places, POSTBACK_SCHEDULE.atOnce, TAKEN_SECONDS, worker],
      }),
    send: (postback) => sendPostback(deps, systemScope(postback.ownerKey), { ...postback, worker }),
    onFailure: (error, postback) => log.error({ err: error, ...postback }, 'postback failed'),
  });
};

/** Sends postbacks as statuses change. */
export const startPostbacks = (deps: PostbackJobDeps): Repeated =>
  repeatOutbox(openPostbacks(deps), { pauseMs: PAUSE_MS, busyPauseMs: BUSY_PAUSE_MS }, (error) =>
    deps.log.error({ err: error }, 'telling partners failed'),
  );
