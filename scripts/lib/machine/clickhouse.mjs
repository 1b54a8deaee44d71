import { execFileSync, spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ended } from '../run.mjs';
import { PlainError, say } from '../say.mjs';
import { freePort } from '../tests/test-server.mjs';

const PACKAGES = ['clickhouse-server', 'zookeeper'];
const ZOOKEEPER_CLASSES = '/usr/share/java/zookeeper.jar';
const SHARDS = 2;
const REPLICAS = 2;
/** Time limit for a server to start, or a program to be installed: far more than either takes. */
const READY_MS = 600_000;

const has = (program) =>
  (process.env.PATH ?? '')
    .split(':')
    .concat('/usr/sbin')
    .some((folder) => fs.existsSync(path.join(folder, program)));

/** Installs missing programs from Debian, which needs root, with a message. */
const installPrograms = () => {
  if (has('clickhouse-server') && fs.existsSync(ZOOKEEPER_CLASSES)) return;
  const command = ['apt-get', 'install', '-y', '--no-install-recommends', ...PACKAGES];
  if (process.getuid?.() !== 0 || !has('apt-get'))
    throw new PlainError(`ClickHouse and ZooKeeper are needed: run ${command.join(' ')} as root.`);
  say(`Installing ${PACKAGES.join(' and ')} from Debian.`);
  execFileSync(command[0], command.slice(1), { stdio: ['ignore', 'ignore', 'inherit'] });
};

const untilReady = async (what, isReady) => {
  const until = Date.now() + READY_MS;
  const ask = () =>
    isReady().catch((error) => {
      if (error instanceof PlainError) throw error;
      return false;
    });
  while (!(await ask())) {
    if (Date.now() > until) throw new PlainError(`${what} did not come up.`);
    await sleep(200);
  }
};

const startZooKeeper = (folder, port) => {
  const home = path.join(folder, 'zookeeper');
  fs.mkdirSync(home, { recursive: true });
  const file = path.join(home, 'zoo.cfg');
  fs.writeFileSync(
    file,
    `tickTime=500\ninitLimit=10\nsyncLimit=5\ndataDir=${home}\nclientPort=${port}\nadmin.enableServer=false\n4lw.commands.whitelist=*\n`,
  );
  const out = fs.openSync(path.join(folder, 'zookeeper.log'), 'a');
  const child = spawn(
    'java',
    [
      '-Xmx256m',
      '-cp',
      `/etc/zookeeper/conf:${ZOOKEEPER_CLASSES}`,
      'org.apache.zookeeper.server.quorum.QuorumPeerMain',
      file,
    ],
    { stdio: ['ignore', out, out] },
  );
  fs.closeSync(out);
  return { child, ended: ended(child) };
};

/** Settings of one server, independent of the machine's own. */
const settingsOf = (home, ports, zooKeeperPort) => `<yandex>
  <logger><level>warning</level><log>${home}/server.log</log><errorlog>${home}/error.log</errorlog></logger>
  <http_port>${ports.http}</http_port>
  <tcp_port>${ports.tcp}</tcp_port>
  <interserver_http_port>${ports.between}</interserver_http_port>
  <interserver_http_host>127.0.0.1</interserver_http_host>
  <listen_host>127.0.0.1</listen_host>
  <path>${home}/data/</path>
  <tmp_path>${home}/tmp/</tmp_path>
  <users_config>${home}/users.xml</users_config>
  <default_profile>default</default_profile>
  <default_database>default</default_database>
  <mark_cache_size>268435456</mark_cache_size>
  <uncompressed_cache_size>0</uncompressed_cache_size>
  <zookeeper><node><host>127.0.0.1</host><port>${zooKeeperPort}</port></node><session_timeout_ms>10000</session_timeout_ms></zookeeper>
</yandex>
`;
const USERS = `<yandex>
  <profiles><default><max_memory_usage>2000000000</max_memory_usage><max_threads>2</max_threads></default></profiles>
  <users><default><password></password><networks><ip>127.0.0.1</ip></networks><profile>default</profile><quota>default</quota></default></users>
  <quotas><default><interval><duration>3600</duration><queries>0</queries><errors>0</errors><result_rows>0</result_rows><read_rows>0</read_rows><execution_time>0</execution_time></interval></default></quotas>
</yandex>
`;

const makeNode = (folder, name, ports, zooKeeperPort) => {
  const home = path.join(folder, name);
  fs.mkdirSync(path.join(home, 'data'), { recursive: true });
  fs.mkdirSync(path.join(home, 'tmp'), { recursive: true });
  fs.writeFileSync(path.join(home, 'config.xml'), settingsOf(home, ports, zooKeeperPort));
  fs.writeFileSync(path.join(home, 'users.xml'), USERS);
  const url = `http://127.0.0.1:${ports.http}`;
  const node = {
    name,
    url,
    running: /** @type {{ child: import('node:child_process').ChildProcess, ended: Promise<number> } | null} */ (null),
    async start() {
      const out = fs.openSync(path.join(folder, `${name}.log`), 'a');
      const child = spawn('/usr/sbin/clickhouse-server', [`--config-file=${path.join(home, 'config.xml')}`], {
        stdio: ['ignore', out, out],
        cwd: home,
      });
      fs.closeSync(out);
      node.running = { child, ended: ended(child) };
      await untilReady(name, async () => {
        if (child.exitCode !== null)
          throw new PlainError(`${name} ended: ${path.join(folder, `${name}.log`)} says why.`);
        return (await fetch(`${url}/ping`)).ok;
      });
    },
    /** SIGTERM does not end this old version. */
    async kill() {
      node.running?.child.kill('SIGKILL');
      await node.running?.ended;
      node.running = null;
    },
  };
  return node;
};

/** Starts them all as our child processes. With a first port they listen from there on; without one on free ports. */
export const startCluster = async (folder, /** @type {number | null} */ firstPort = null) => {
  installPrograms();
  const zooKeeperPort = await freePort();
  const keeper = startZooKeeper(folder, zooKeeperPort);
  const shards = [];
  for (let shard = 0; shard < SHARDS; shard += 1) {
    const replicas = [];
    for (let replica = 0; replica < REPLICAS; replica += 1) {
      const http = firstPort === null ? await freePort() : firstPort + shard * REPLICAS + replica;
      const ports = { http, tcp: await freePort(), between: await freePort() };
      replicas.push(makeNode(folder, `shard-${shard}-replica-${replica}`, ports, zooKeeperPort));
    }
    shards.push(replicas);
  }
  const nodes = shards.flat();
  // However we end, they end too.
  process.once('exit', () => {
    for (const { running } of nodes) running?.child.kill('SIGKILL');
    keeper.child.kill('SIGKILL');
  });
  const stop = async () => {
    await Promise.all(nodes.map((node) => node.kill()));
    keeper.child.kill('SIGKILL');
    await keeper.ended;
    fs.rmSync(folder, { recursive: true, force: true });
  };
  try {
    for (const node of nodes) await node.start();
  } catch (error) {
    await stop();
    throw error;
  }
  return { shards, nodes, url: shards.map((shard) => shard.map(({ url }) => url).join('|')).join(','), stop };
};
