import { type Readable } from 'node:stream';
import { type FastifyInstance, type FastifyRequest } from 'fastify';
import { type Scope } from '../../db/scope/scope.ts';
import { type Database } from '../../db/scope/tx.ts';
import { AppError } from '../../lib/app-error.ts';
import { type Clock } from '../../lib/clock.ts';
import { type Origin } from '../../lib/origin.ts';
import { type SignedHeaders, signedHeadersOf } from '../../lib/secrets/webhook-signature.ts';
import { systemScopeOf } from '../posting.ts';

/** A signed file being received. Its key identifies the owner; the signature at its end proves it. */
export interface Pushed {
  ownerKey: number;
  accountKey: number | null;
  keyId: string;
  sealedSecret: Buffer;
  signed: SignedHeaders;
  /** The sender's name of the file. */
  fileName: string;
  body: Readable;
  /** The system scope of that owner: there is no session. */
  scope: Scope;
  origin: Origin;
}

interface PushRoute {
  /** The path, including `:keyId`. */
  url: string;
  callId: string;
  bodyBytes: number;
  take: (pushed: Pushed) => Promise<object>;
}

const KEY_ID = /^[\w-]{43}$/;
const DEFAULT_NAME = 'report.csv';

const fileNameOf = ({ headers }: FastifyRequest): string => {
  const header = headers['x-file-name'];
  return typeof header === 'string' && /^[\x20-\x7e]{1,200}$/.test(header) ? header : DEFAULT_NAME;
};

/** Receives files pushed by other systems as a stream: the body is neither parsed nor held in memory. */
export const addPushRoute = async (
  app: FastifyInstance,
  { db, clock }: { db: Database; clock: Clock },
  { url, callId, bodyBytes, take }: PushRoute,
): Promise<void> => {
  await app.register((inner, _, done) => {
    inner.removeAllContentTypeParsers();
    inner.addContentTypeParser('*', (_request, payload, parsed) => parsed(null, payload));
    inner.route({
      method: 'POST',
      url,
      bodyLimit: bodyBytes,
      config: { callId },
      handler: async (request, reply) => {
        const { keyId } = request.params as { keyId: string };
        const signed = signedHeadersOf(request.headers, clock.now());
        if (signed === null || !KEY_ID.test(keyId)) throw new AppError('PUSH_SIGNATURE');
        const [pushKey] = await db.asNobody<{ owner_key: number; account_key: number | null; secret: Buffer }>({
          name: 'find_push_key',
          text: 'select * from app.find_push_key($1)',
          values: [keyId],
        });
        if (pushKey === undefined) throw new AppError('PUSH_SIGNATURE');
        const data = await take({
          ownerKey: pushKey.owner_key,
          accountKey: pushKey.account_key,
          keyId,
          sealedSecret: pushKey.secret,
          signed,
          fileName: fileNameOf(request),
          body: request.body as Readable,
          scope: systemScopeOf(pushKey.owner_key),
          origin: {
            route: callId,
            ip: request.ip,
            userAgent: request.headers['user-agent'] ?? '',
            requestId: request.id,
          },
        });
        return reply.send({ status: 'success', data, requestId: request.id });
      },
    });
    done();
  });
};
