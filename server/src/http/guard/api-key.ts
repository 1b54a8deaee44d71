import { API_KEY_PREFIX, groupOfUserType, isPermission } from '@paceline/contract';
import { type FastifyRequest } from 'fastify';
import { type Database } from '../../db/scope/tx.ts';
import { AppError } from '../../lib/app-error.ts';
import { type Clock } from '../../lib/clock.ts';
import { sha256 } from '../../lib/secrets/tokens.ts';
import { type Session } from './session.ts';

const BEARER = new RegExp(`^Bearer (${API_KEY_PREFIX}[\\w-]{43})$`);
const IN_ADDRESS = new RegExp(`${API_KEY_PREFIX}[\\w-]{43}`);

/** Whether a request carries an API key, valid or not. */
export const hasApiKey = ({ headers }: FastifyRequest): boolean =>
  headers.authorization?.startsWith(`Bearer ${API_KEY_PREFIX}`) ?? false;

/** URLs end up in logs and histories: a key in a URL is refused, with a message to the sender. */
export const isKeyInAddress = (url: string): boolean => url.includes(API_KEY_PREFIX) && IN_ADDRESS.test(url);

interface Admitted {
  api_key: number;
  chain: number;
  user_key: number;
  user_name: string;
  user_type: string;
  permissions: string[];
  must_change_password: boolean;
  owner_keys: number[];
  over_limit: boolean;
  retry_ms: number;
}

/** The session of an API key: its creator, limited to the key's owners and permissions that the creator still has. */
export const findKeySession = async (db: Database, clock: Clock, { headers }: FastifyRequest): Promise<Session> => {
  const key = BEARER.exec(headers.authorization ?? '')?.[1];
  if (key === undefined) throw new AppError('API_KEY');
  const [admitted] = await db.asNobody<Admitted>({
    name: 'admit_api_key',
    text: 'select * from app.admit_api_key($1, $2)',
    values: [sha256(key), clock.now()],
  });
  const group = admitted && groupOfUserType(admitted.user_type);
  if (!admitted || !group) throw new AppError('API_KEY');
  if (admitted.over_limit)
    throw new AppError('RATE_LIMIT', { retryAfterSeconds: Math.max(1, Math.ceil(admitted.retry_ms / 1000)) });
  return {
    sessionKey: null,
    apiKey: admitted.api_key,
    apiKeyChain: admitted.chain,
    userKey: admitted.user_key,
    userName: admitted.user_name,
    group,
    partnerKey: null,
    ownerKeys: admitted.owner_keys,
    permissions: new Set(admitted.permissions.filter(isPermission)),
    mustChangePassword: admitted.must_change_password,
  };
};
