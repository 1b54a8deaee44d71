import { type PROVIDER_CREDENTIALS } from '@paceline/contract';
import { type z } from 'zod';

type Credential<Name extends keyof typeof PROVIDER_CREDENTIALS> = z.output<(typeof PROVIDER_CREDENTIALS)[Name]>;

/** The credential header for a client's own system, and its host: it is sent to no other. */
export interface ClientSystemHeader {
  host: string;
  name: string;
  value: string;
}

/** The owner's provider accounts. Without an account nobody is asked, and the result says so. */
export interface ProviderAccounts {
  trustedForm?: Credential<'TRUSTEDFORM'>;
  jornaya?: Credential<'JORNAYA'>;
  phone?: Credential<'PHONE'>;
  email?: Credential<'EMAIL'>;
  clientSystem?: ClientSystemHeader;
  /** Replaces all of them: for tests and the demo. */
  local?: boolean;
}
