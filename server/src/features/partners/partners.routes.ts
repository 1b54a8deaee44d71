import { allPartnerList } from '@paceline/contract';
import { type Database } from '../../db/tx.ts';
import { type Register } from '../../http/register.ts';
import { listAllPartners } from './partners.service.ts';

export const partnerRoutes = (register: Register, { db }: { db: Database }): void => {
  register(allPartnerList, ({ scope }) => listAllPartners(db, scope));
};
