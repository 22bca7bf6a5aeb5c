import type { Database } from "@trovella/db";

type Rewrite = readonly [from: string, to: string];

/** The same database, but each statement a batch prepares is first changed so, as a mistake in its text would. */
export function rewritingDatabase(database: Database, [from, to]: Rewrite): Database {
  return {
    ...database,
    async connect() {
      const client = await database.connect();
      const { connection } = client;
      // On the object itself, above the method every connection has.
      if (!Object.hasOwn(connection, "parse")) {
        const parse = connection.parse.bind(connection);
        connection.parse = (message, more) =>
          parse({ ...message, text: message.text.replace(from, to) }, more);
      }
      return client;
    },
  };
}
