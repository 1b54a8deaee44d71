import path from 'node:path';
import { root } from '../paths.mjs';

const isOurs = (file) => path.resolve(file).startsWith(path.join(root, 'node_modules') + path.sep);

/**
 * npm puts node_modules/.bin before PATH, so this script is run by the Node in there. An install deletes that very file: npm has to run on
 * the machine's own Node.
 */
const pathWithoutOurs = () =>
  (process.env.PATH ?? '')
    .split(path.delimiter)
    .filter((folder) => folder && !isOurs(folder))
    .join(path.delimiter);

const npmNode = () => {
  const candidates = [process.env.npm_node_execpath, process.execPath];
  return candidates.find((file) => file && !isOurs(file)) ?? 'node';
};

/** The npm command: the one that called us, else the one on the PATH. */
export const npmCommand = (args) => {
  const env = { ...process.env, PATH: pathWithoutOurs() };
  const caller = process.env.npm_execpath;
  // npm_execpath may be yarn's or pnpm's, which take other arguments.
  if (caller && path.basename(caller) === 'npm-cli.js') return { program: npmNode(), args: [caller, ...args], env };
  return { program: 'npm', args, env };
};
