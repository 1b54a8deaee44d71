import { makeScope } from '../../db/scope/make-scope.ts';
import { type Scope } from '../../db/scope/scope.ts';
import { type Database } from '../../db/scope/tx.ts';
import { sha256 } from '../../lib/secrets/tokens.ts';
import { systemScopeOf } from '../posting.ts';

/** The insertion order that a mailed link opens. */
export interface OrderLink {
  /** Scope for reading: what the order's media partner sees of that owner. */
  scope: Scope;
  /** Scope for writing: the product acts, as nobody is signed in. */
  systemScope: Scope;
  ownerKey: number;
  ioKey: number;
  ioMailKey: number;
  expiresAt: Date;
}

interface LinkRow {
  owner_key: number;
  partner_key: number;
  io_key: number;
  io_mail_key: number;
  expires_at: Date;
}

const TOKEN = /^[\w-]{43}$/;

/** Null for a link that was never sent. Whether it is still valid depends on its order. */
export const findOrderLink = async (db: Database, token: string): Promise<OrderLink | null> => {
  if (!TOKEN.test(token)) return null;
  const [row] = await db.asNobody<LinkRow>({
    name: 'find_order_link',
    text: 'select * from app.find_order_link($1)',
    values: [sha256(token)],
  });
  if (row === undefined) return null;
  const {
    owner_key: ownerKey,
    partner_key: partnerKey,
    io_key: ioKey,
    io_mail_key: ioMailKey,
    expires_at: expiresAt,
  } = row;
  return {
    scope: makeScope({ userKey: null, group: 'mp', ownerKeys: [ownerKey], partnerKey }),
    systemScope: systemScopeOf(ownerKey),
    ownerKey,
    ioKey,
    ioMailKey,
    expiresAt: new Date(expiresAt),
  };
};
