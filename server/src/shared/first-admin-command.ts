import path from 'node:path';
import { type Config } from '../config.ts';

const DEFAULT_PORT = 4600;
/** Quoted for a shell where it has to be. */
const quoted = (value: string): string => (/^[\w./:@-]+$/.test(value) ? value : `'${value.replaceAll("'", `'\\''`)}'`);

/**
 * The command that makes the first administrator of this installation. The second terminal has none of the settings that this one was
 * started with, so those that say which installation it is stand in front. An address of a database holds a password, and is not shown.
 */
export const firstAdminCommand = (
  { dataDir, port, publicUrl, databaseUrl }: Pick<Config, 'dataDir' | 'port' | 'publicUrl' | 'databaseUrl'>,
  folder: string,
): string => {
  const isOwnAddress = publicUrl === `http://localhost:${port}`;
  const settings = [
    ...(databaseUrl === null && dataDir !== path.join(folder, 'data') ? [`DATA_DIR=${quoted(dataDir)}`] : []),
    ...(port !== DEFAULT_PORT && isOwnAddress ? [`PORT=${port}`] : []),
    ...(isOwnAddress ? [] : [`PUBLIC_URL=${quoted(publicUrl)}`]),
  ];
  return [...settings, 'npm run admin -- first.last first.last@agency.example'].join(' ');
};

export const firstAdminText = (config: Parameters<typeof firstAdminCommand>[0], folder: string): string =>
  [
    'Nobody can sign in yet. Type this in a second terminal, in this folder, with your own user name and email address:',
    '',
    `  ${firstAdminCommand(config, folder)}`,
    '',
    config.databaseUrl === null
      ? 'It prints the link under which you choose your password.'
      : 'With the same DATABASE_URL and PACELINE_… settings as here. It prints the link under which you choose your password.',
    '',
  ].join('\n');
