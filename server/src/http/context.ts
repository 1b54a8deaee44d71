import { type AnyCall, type CallBody, type CallParams, type CallQuery, type CallResponse } from '@paceline/contract';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { type Scope } from '../db/scope/scope.ts';
import { type Origin } from '../lib/origin.ts';
import { type Download } from './answers/download.ts';
import { type Poster } from './posting.ts';
import { type Session } from './guard/session.ts';
import { type Upload } from './upload.ts';

/** What a handler gets: checked, authorised, parsed. */
export interface Context<C extends AnyCall> {
  params: CallParams<C>;
  query: CallQuery<C>;
  body: CallBody<C>;
  /** The owner that the request is about, as the call declares it; null where it is about all that the session works on. */
  ownerKey: C['owner']['one'] extends true ? number : number | null;
  scope: Scope;
  /** The product's own scope of that owner, for the calls that work as it; null where a request names none. */
  systemScope: Scope | null;
  session: C['groups'] extends 'public' ? null : C['kind'] extends 'post' ? null : Session;
  /** Who posts, and what for. */
  poster: C['kind'] extends 'post' ? Poster : null;
  origin: Origin;
  /** Aborts when the client has gone away. */
  signal: AbortSignal;
  /** The file of an upload. */
  upload: C['kind'] extends 'upload' ? Upload : null;
  /** For cookies and headers only: the answer itself is what the handler returns. */
  http: { request: FastifyRequest; reply: FastifyReply };
}

export type Answer<C extends AnyCall> = C['kind'] extends 'stream' | 'events'
  ? AsyncIterable<CallResponse<C>>
  : C['kind'] extends 'download'
    ? Download
    : CallResponse<C>;

export type Handler<C extends AnyCall> = (context: Context<C>) => Promise<Answer<C>>;
