import pg from 'pg';

/** One connection for one piece of work, outside every pool and scope: for making databases and for looking at servers. */
export const withConnection = async <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 60_000 });
  // A server that ends while nothing is asked says so here; what is asked next fails by itself.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};
