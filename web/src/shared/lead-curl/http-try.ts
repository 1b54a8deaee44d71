import type { DeliveryTry } from '@paceline/contract';

/** Whether a try was an HTTP request that was stored; mails and files are no commands. */
export const isHttpTry = ({ request }: Pick<DeliveryTry, 'request'>): boolean => /^(?:POST|PUT) /.test(request ?? '');
