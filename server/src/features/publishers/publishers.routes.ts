import { type Register } from '../../http/register.ts';
import { type ListDeps, registerList } from '../../shared/lists/list-routes.ts';
import { PUBLISHER_SOURCES_FILE, publisherSourceRows } from './publishers.list.ts';

export const publisherRoutes = (register: Register, deps: ListDeps): void =>
  registerList(register, deps, publisherSourceRows, PUBLISHER_SOURCES_FILE);
