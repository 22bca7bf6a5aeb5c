import type { Database } from "@trovella/db";

type Rewrite = readonly [from: string, to: string];

/** The same database, with every prepared batch statement rewritten first, to simulate a mistake in its text. */
export function rewritingDatabase(database: Database, [from, to]: Rewrite): Database {
  return {
    ...database,
    async connect() {
      const client = await database.connect();
      const { connection } = client;
      // Set on the object itself, to shadow the prototype's method.
      if (!Object.hasOwn(connection, "parse")) {
        const parse = connection.parse.bind(connection);
        connection.parse = (message, more) =>
          parse({ ...message, text: message.text.replace(from, to) }, more);
      }
      return client;
    },
  };
}
