import { type AnyCall, type CallBody, type CallParams, type CallQuery, type CallResponse } from '@paceline/contract';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { type Scope } from '../db/scope/scope.ts';
import { type Origin } from '../lib/origin.ts';
import { type Download } from './answers/download.ts';
import { type Poster } from './posting.ts';
import { type Session } from './guard/session.ts';
import { type Upload } from './upload.ts';

/** Input of a handler: validated, authorised, parsed. */
export interface Context<C extends AnyCall> {
  params: CallParams<C>;
  query: CallQuery<C>;
  body: CallBody<C>;
  /** The owner the request is about, as the call declares it; null where it is about all owners of the session. */
  ownerKey: C['owner']['one'] extends true ? number : number | null;
  scope: Scope;
  /** The system scope of that owner, for calls that act as the product; null where the request names no owner. */
  systemScope: Scope | null;
  session: C['groups'] extends 'public' ? null : C['kind'] extends 'post' ? null : Session;
  /** The poster and the campaign of a posted lead. */
  poster: C['kind'] extends 'post' ? Poster : null;
  origin: Origin;
  /** Aborts when the client has disconnected. */
  signal: AbortSignal;
  /** The uploaded file. */
  upload: C['kind'] extends 'upload' ? Upload : null;
  /** For cookies and headers only: the handler returns the answer itself. */
  http: { request: FastifyRequest; reply: FastifyReply };
}

export type Answer<C extends AnyCall> = C['kind'] extends 'stream' | 'events'
  ? AsyncIterable<CallResponse<C>>
  : C['kind'] extends 'download'
    ? Download
    : CallResponse<C>;

export type Handler<C extends AnyCall> = (context: Context<C>) => Promise<Answer<C>>;
