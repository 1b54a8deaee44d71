import { type PROVIDER_CREDENTIALS } from '@paceline/contract';
import { type z } from 'zod';

type Credential<Name extends keyof typeof PROVIDER_CREDENTIALS> = z.output<(typeof PROVIDER_CREDENTIALS)[Name]>;

/** What a client's own system is shown, and the host that it was set for: it goes to no other. */
export interface ClientSystemHeader {
  host: string;
  name: string;
  value: string;
}

/** Whom an owner has an account with. Absent: nobody is asked, and that is said. */
export interface ProviderAccounts {
  trustedForm?: Credential<'TRUSTEDFORM'>;
  jornaya?: Credential<'JORNAYA'>;
  phone?: Credential<'PHONE'>;
  email?: Credential<'EMAIL'>;
  clientSystem?: ClientSystemHeader;
  /** In place of all of them: for tests and the demo. */
  local?: boolean;
}
