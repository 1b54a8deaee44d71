import { type FastifyInstance } from 'fastify';

const POLICY = "sandbox; default-src 'none'; frame-ancestors 'none'";
const YEAR_SECONDS = 31_536_000;
const HASH = /^[0-9a-f]{64}$/;

/**
 * A route beside the API: `{path}/{hash of the content}.png`, without a session, since the sign-in page shows it. The address names the
 * content, so it may be kept for ever; opened by itself it is a file that can do nothing.
 */
export const addLogoRoute = (
  app: FastifyInstance,
  path: string,
  find: (hash: string) => Promise<Buffer | null>,
): void => {
  app.route({
    method: 'GET',
    url: `${path}/:file`,
    config: { callId: 'brandLogo', bare: true },
    handler: async (request, reply) => {
      const { file } = request.params as { file: string };
      const hash = file.endsWith('.png') ? file.slice(0, -'.png'.length) : '';
      const logo = HASH.test(hash) ? await find(hash) : null;
      if (logo === null)
        return reply.code(404).header('cache-control', 'no-store').type('text/plain').send('Not found');
      return reply
        .headers({
          'content-security-policy': POLICY,
          'content-disposition': 'attachment; filename="logo.png"',
          'cache-control': `public, max-age=${YEAR_SECONDS}, immutable`,
          etag: `"${hash}"`,
        })
        .type('image/png')
        .send(logo);
    },
  });
};
