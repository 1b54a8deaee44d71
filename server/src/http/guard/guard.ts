import { type AnyCall, hasPermission, type UserGroup } from '@paceline/contract';
import { type FastifyRequest } from 'fastify';
import { AppError } from '../../lib/app-error.ts';
import { type Session } from './session.ts';

/** Whether this session may make this call at all; the pipeline records thrown errors in the audit log. */
export const assertMayCall = (call: AnyCall, prefix: UserGroup | null, session: Session): void => {
  const wrongGroup = (): AppError =>
    new AppError('WRONG_USER_TYPE', call.wrongGroupMessage === null ? {} : { message: call.wrongGroupMessage });
  if (prefix !== null && prefix !== session.group) throw wrongGroup();
  if (call.groups !== 'public' && !call.groups.includes(session.group)) throw wrongGroup();
  if (session.mustChangePassword && !call.beforePasswordChange) throw new AppError('MUST_CHANGE_PASSWORD');
  if (session.apiKey !== null && !call.apiKey) throw new AppError('NOT_WITH_KEY');
  if (!hasPermission(session.permissions, call.permission)) throw new AppError('FORBIDDEN');
};

/** Whether a browser prefetches what its user may open next, or renders a preview. */
export const isPrefetch = (headers: FastifyRequest['headers']): boolean =>
  headers['sec-purpose'] !== undefined ||
  [headers['purpose'], headers['x-purpose'], headers['x-moz']].some(
    (word) => word === 'prefetch' || word === 'preview',
  );

/**
 * A GET with side effects must come from our own page or an API client: never from a prefetch, a link, an image or another site. The bearer
 * header alone stops most of these; this stops a browser in which an extension adds it.
 */
export const assertDeliberate = ({ headers }: FastifyRequest): void => {
  const mode = headers['sec-fetch-mode'];
  const fromPage = mode === undefined || mode === 'cors' || mode === 'same-origin';
  if (!fromPage || isPrefetch(headers) || headers['sec-fetch-site'] === 'cross-site') throw new AppError('FORBIDDEN');
};
