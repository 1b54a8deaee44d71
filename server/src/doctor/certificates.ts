import { once } from 'node:events';
import { connect as connectPlain, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { type Finding, fine, note, wrong } from './finding.ts';

const MIN_DAYS = 14;
const DAY_MS = 86_400_000;
const PATIENCE_MS = 10_000;

interface Certificate {
  validTo: Date;
  /** Why a client would reject it; null if it is trusted. */
  problem: string | null;
}

export const judgeCertificate = (setting: string, { validTo, problem }: Certificate, now: Date): Finding => {
  const days = Math.floor((validTo.getTime() - now.getTime()) / DAY_MS);
  const renew = 'Renew it, and see why it was not renewed by itself.';
  if (days < 0) return wrong('certificates', `The certificate of ${setting} ended ${-days} days ago.`, renew);
  if (days < MIN_DAYS) return wrong('certificates', `The certificate of ${setting} ends in ${days} days.`, renew);
  return problem === null
    ? fine('certificates', `The certificate of ${setting} is good for ${days} days.`)
    : wrong(
        'certificates',
        `The certificate of ${setting} is not believed (${problem}).`,
        'Use one of a known authority, for this very name.',
      );
};

const certificateOf = async (socket: TLSSocket): Promise<Certificate> => {
  await once(socket, 'secureConnect');
  const { valid_to: validTo } = socket.getPeerCertificate();
  // A code string, despite its declared type.
  const problem = socket.authorizationError as unknown as string | null;
  return { validTo: new Date(validTo), problem: socket.authorized ? null : String(problem) };
};

/**
 * Reads a mail server's next reply, up to the line without a dash after its number. Removes its listeners, as TLS wraps the socket later.
 */
const hear = async (plain: Socket): Promise<string> => {
  let said = '';
  while (!/^\d{3}(?: .*)?\r?\n$/m.test(said)) said += String((await once(plain, 'data'))[0]);
  plain.pause();
  return said;
};

/** Upgrades a mail connection with STARTTLS. Null where the server does not offer it. */
const encryptMail = async (plain: Socket, servername: string): Promise<TLSSocket | null> => {
  const ask = (line: string): Promise<string> => {
    plain.write(`${line}\r\n`);
    plain.resume();
    return hear(plain);
  };
  await hear(plain);
  if (!/^250[ -]STARTTLS/im.test(await ask('EHLO doctor'))) return null;
  if (!(await ask('STARTTLS')).startsWith('220')) return null;
  return connectTls({ socket: plain, servername, rejectUnauthorized: false });
};

/** Checks the certificate behind a configured address. */
export const checkCertificate = async (setting: string, address: string, now: Date): Promise<Finding> => {
  const { protocol, hostname: host, port } = new URL(address);
  if (protocol === 'http:')
    return note('certificates', `${setting} is not encrypted.`, 'Put a proxy with a certificate before it.');
  const usual = { 'https:': 443, 'smtps:': 465, 'smtp:': 587 }[protocol] ?? 443;
  const place = { host, port: Number(port) || usual, timeout: PATIENCE_MS };
  let last: Socket | null = null;
  const keep = <S extends Socket>(socket: S): S => {
    last = socket;
    // A timed-out socket is destroyed with an error for its waiting caller.
    socket.on('timeout', () => socket.destroy(new Error('it does not answer')));
    return socket;
  };
  try {
    if (protocol !== 'smtp:')
      return judgeCertificate(
        setting,
        await certificateOf(keep(connectTls({ ...place, servername: host, rejectUnauthorized: false }))),
        now,
      );
    const plain = keep(connectPlain(place));
    await once(plain, 'connect');
    const encrypted = await encryptMail(plain, host);
    return encrypted === null
      ? wrong('certificates', `The mail server of ${setting} does not encrypt.`, 'Use one that offers STARTTLS.')
      : judgeCertificate(setting, await certificateOf(keep(encrypted)), now);
  } catch (error) {
    return wrong(
      'certificates',
      `${setting} cannot be reached at ${host}: ${(error as Error).message}.`,
      'See whether it runs, and whether this machine may connect to it.',
    );
  } finally {
    // Destroying the TLS socket also closes the plain one below.
    (last as Socket | null)?.destroy();
  }
};
