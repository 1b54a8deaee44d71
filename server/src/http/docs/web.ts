import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import serveStatic from '@fastify/static';
import { type FastifyInstance } from 'fastify';
import { AppError } from '../../lib/app-error.ts';

const WEB_FOLDER = fileURLToPath(new URL('../../../../web/dist', import.meta.url));

/** Serves the built web at `/`. Asset names contain their hash and never change; the page that references them does. */
export const addWeb = async (app: FastifyInstance, serve: boolean, folder = WEB_FOLDER): Promise<void> => {
  app.setNotFoundHandler(() => {
    throw new AppError('NOT_FOUND');
  });
  if (!serve || !existsSync(folder)) return;
  await app.register(serveStatic, {
    root: folder,
    dotfiles: 'ignore',
    cacheControl: false,
    setHeaders: (reply, path) => {
      const immutable = path.startsWith(`${folder}/assets/`);
      void reply.header('cache-control', immutable ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
};
