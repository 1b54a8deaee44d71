import { createHash } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import { mkdir, open, realpath, rename, stat } from 'node:fs/promises';
import { connect, isIP, type Socket } from 'node:net';
import { join, sep } from 'node:path';
import SftpClient from 'ssh2-sftp-client';
import { AddressRefused, isPublic } from '../guarded-http.ts';

/** The server's host key differs from the first one seen: it may be an impostor. */
export class HostKeyChanged extends Error {
  override readonly name = 'HostKeyChanged';
}
export class CredentialRefused extends Error {
  override readonly name = 'CredentialRefused';
}

export interface SftpPlace {
  host: string;
  port: number;
  folder: string;
  userName: string;
  credential: { password: string } | { privateKey: string };
  /** Fingerprint of the first host key seen; null: none yet, the next one is trusted. */
  hostKey: string | null;
}
interface FileToPut {
  name: string;
  content: Buffer;
  signal: AbortSignal;
}
/** Writes a file under a temporary name and renames it, so that nobody reads half of it. A repeated write adds no second file. */
export interface FileCarriers {
  sftp(place: SftpPlace, file: FileToPut): Promise<{ hostKey: string; wasThere: boolean }>;
  folder(path: readonly string[], file: FileToPut): Promise<{ wasThere: boolean }>;
}

const partOf = (name: string): string => `.${name}.part`;
const fingerprintOf = (key: Buffer): string =>
  `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`;

/** Addresses are checked when connecting, for every address the name resolves to. */
const openSocket = async (host: string, port: number, guarded: boolean, signal: AbortSignal): Promise<Socket> => {
  const addresses = isIP(host) === 0 ? await lookup(host, { all: true }) : [{ address: host }];
  const [first] = addresses;
  if (first === undefined || (guarded && addresses.some(({ address }) => !isPublic(address))))
    throw new AddressRefused(host);
  const socket = connect({ host: first.address, port, signal, noDelay: true });
  await new Promise<void>((done, fail) => {
    socket.once('connect', done).once('error', fail);
  });
  return socket;
};

const abortOf = (signal: AbortSignal): Promise<never> =>
  new Promise((_, fail) => {
    const stop = () => fail(signal.reason instanceof Error ? signal.reason : new Error('aborted'));
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });

const putBySftp = async (place: SftpPlace, { name, content, signal }: FileToPut, guarded: boolean) => {
  const socket = await openSocket(place.host, place.port, guarded, signal);
  const quiet = (): void => undefined;
  // By default the library logs to the console.
  const client = new SftpClient('sftp', { error: quiet, end: quiet, close: quiet });
  let seen = '';
  const work = async () => {
    try {
      await client.connect({
        sock: socket,
        username: place.userName,
        ...place.credential,
        hostVerifier: (key: Buffer) => {
          seen = fingerprintOf(key);
          return place.hostKey === null || seen === place.hostKey;
        },
      });
    } catch (error) {
      if (seen !== '' && place.hostKey !== null && seen !== place.hostKey)
        throw new HostKeyChanged(`The server shows the key ${seen}, not ${place.hostKey}`);
      if (/authentication methods failed|Unsupported key|parse privateKey/i.test(String(error)))
        throw new CredentialRefused('The server refused the user name or credential');
      throw error;
    }
    const folder = place.folder === '' ? '.' : place.folder;
    const [part, whole] = [`${folder}/${partOf(name)}`, `${folder}/${name}`];
    if ((await client.exists(whole)) === '-' && (await client.stat(whole)).size === content.length)
      return { hostKey: seen, wasThere: true };
    await client.put(content, part);
    // The library reports success even if the server refused a write.
    if ((await client.stat(part)).size !== content.length) throw new Error('The server did not store the whole file');
    if ((await client.exists(whole)) !== false) await client.delete(whole);
    await client.rename(part, whole);
    return { hostKey: seen, wasThere: false };
  };
  try {
    return await Promise.race([work(), abortOf(signal)]);
  } finally {
    socket.destroy();
  }
};

const putIntoFolder = async (root: string, path: readonly string[], { name, content }: FileToPut) => {
  const base = await realpath(root);
  await mkdir(join(base, ...path), { recursive: true });
  // A symbolic link inside could lead out of the folder.
  const folder = await realpath(join(base, ...path));
  if (!folder.startsWith(base + sep)) throw new AddressRefused(path.join('/'));
  const [part, whole] = [join(folder, partOf(name)), join(folder, name)];
  const existing = await stat(whole).catch(() => null);
  if (existing?.size === content.length) return { wasThere: true };
  const file = await open(part, 'w');
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(part, whole);
  return { wasThere: false };
};

export const fileCarriers = ({ root, guarded }: { root: string | null; guarded: boolean }): FileCarriers => ({
  sftp: (place, file) => putBySftp(place, file, guarded),
  folder: (path, file) => {
    if (root === null) throw new AddressRefused('The folder for deliveries is not set');
    return putIntoFolder(root, path, file);
  },
});
