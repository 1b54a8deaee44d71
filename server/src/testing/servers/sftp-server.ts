import { type AddressInfo } from 'node:net';
import ssh2, { type Connection, type SFTPWrapper } from 'ssh2';
import { afterAll, beforeAll } from 'vitest';

const { Server, utils } = ssh2;
const { STATUS_CODE } = utils.sftp;

interface SftpSink {
  readonly port: number;
  /** What stands there now, by its whole path. */
  readonly files: Map<string, Buffer>;
  /** Every name that a file ever had, in the order of events. */
  readonly events: string[];
  readonly connections: { count: number };
  password: string;
  /** The next write fails half-way. */
  breaks: boolean;
  /** Another key of the host, as if somebody else answered. */
  changeKey(): Promise<void>;
}

const attributesOf = (size: number) => ({ mode: 0o100644, uid: 0, gid: 0, size, atime: 0, mtime: 0 });

const serveFiles = (sftp: SFTPWrapper, sink: SftpSink): void => {
  const open = new Map<number, string>();
  let next = 0;
  const stat = (id: number, path: string): void => {
    const file = sink.files.get(path);
    if (file === undefined) sftp.status(id, STATUS_CODE.NO_SUCH_FILE);
    else sftp.attrs(id, attributesOf(file.length));
  };
  sftp.on('OPEN', (id, path) => {
    const handle = Buffer.alloc(4);
    handle.writeUInt32BE((next += 1));
    open.set(next, path);
    sink.files.set(path, Buffer.alloc(0));
    sink.events.push(`open ${path}`);
    sftp.handle(id, handle);
  });
  sftp.on('WRITE', (id, handle, offset, data) => {
    const path = open.get(handle.readUInt32BE()) ?? '';
    if (sink.breaks) return sftp.status(id, STATUS_CODE.FAILURE);
    const before = sink.files.get(path) ?? Buffer.alloc(0);
    sink.files.set(path, Buffer.concat([before.subarray(0, offset), data]));
    return sftp.status(id, STATUS_CODE.OK);
  });
  sftp.on('FSTAT', (id, handle) => stat(id, open.get(handle.readUInt32BE()) ?? ''));
  sftp.on('FSETSTAT', (id) => sftp.status(id, STATUS_CODE.OK));
  sftp.on('SETSTAT', (id) => sftp.status(id, STATUS_CODE.OK));
  sftp.on('CLOSE', (id) => sftp.status(id, STATUS_CODE.OK));
  sftp.on('STAT', stat);
  sftp.on('LSTAT', stat);
  sftp.on('REALPATH', (id, path) => sftp.name(id, [{ filename: path, longname: path, attrs: attributesOf(0) }]));
  sftp.on('REMOVE', (id, path) => {
    sink.files.delete(path);
    sink.events.push(`remove ${path}`);
    sftp.status(id, STATUS_CODE.OK);
  });
  sftp.on('RENAME', (id, from, to) => {
    const file = sink.files.get(from);
    if (file !== undefined) sink.files.set(to, file);
    sink.files.delete(from);
    sink.events.push(`rename ${from} to ${to}`);
    sftp.status(id, STATUS_CODE.OK);
  });
};

/** A server that takes files over SSH, in this process and in memory. */
export const useSftpSink = (): SftpSink => {
  let server: InstanceType<typeof Server>;
  let port = 0;
  const serve = (): Promise<void> => {
    const key = utils.generateKeyPairSync('ed25519').private;
    server = new Server({ hostKeys: [key] }, (client: Connection) => {
      sink.connections.count += 1;
      client.on('error', () => undefined);
      client.on('authentication', (context) => {
        if (context.method === 'password' && context.password === sink.password) context.accept();
        else context.reject(['password']);
      });
      client.on('session', (accept) => accept().on('sftp', (take) => serveFiles(take(), sink)));
    });
    return new Promise((done) => {
      server.listen(port, '127.0.0.1', () => {
        port = (server.address() as AddressInfo).port;
        done();
      });
    });
  };
  const stop = (): Promise<void> => new Promise((done) => void server.close(() => done()));
  const sink: SftpSink = {
    get port() {
      return port;
    },
    files: new Map(),
    events: [],
    connections: { count: 0 },
    password: 'planted-sftp-password',
    breaks: false,
    changeKey: async () => {
      await stop();
      await serve();
    },
  };
  beforeAll(serve);
  afterAll(stop);
  return sink;
};
