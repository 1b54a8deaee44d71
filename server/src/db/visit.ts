import pg from 'pg';

/** One connection for one piece of work, outside every pool and scope: for making databases and for looking at servers. */
export const visit = async <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};
