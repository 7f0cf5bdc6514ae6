/**
 * Makes a process one of another version, as far as tables go: `former` knows the steps of the store but the last,
 * `next` knows one more of the store and of the bot. Loaded before the program, by NODE_OPTIONS; the program itself has
 * no such door.
 */
import { registerHooks } from 'node:module';

const NEXT_STORE = `ALTER TABLE handle ADD COLUMN of_next TEXT NOT NULL DEFAULT 'new';
  CREATE TABLE next_of_store (key TEXT PRIMARY KEY, handle TEXT REFERENCES handle (id) ON DELETE CASCADE);`;
const NEXT_BOT = `ALTER TABLE card ADD COLUMN of_next BIGINT;
  CREATE TABLE next_of_bot (key TEXT PRIMARY KEY);`;

const add = (tables: string, sql: string) =>
  `\n;${tables}.steps.push({ version: ${tables}.steps.at(-1).version + 1, sql: ${JSON.stringify(sql)} });`;

const APPENDED: Readonly<Record<string, readonly (readonly [file: string, code: string])[]>> = {
  former: [['/core/src/desk/store/postgres/schema.ts', '\n;STORE_TABLES.steps.pop();']],
  today: [],
  next: [
    ['/core/src/desk/store/postgres/schema.ts', add('STORE_TABLES', NEXT_STORE)],
    ['/discord-bot/src/rows/postgres-schema.ts', add('BOT_TABLES', NEXT_BOT)],
  ],
};

const appended = APPENDED[process.env['TABLES_OF'] ?? ''] ?? [];

registerHooks({
  load: (url, context, nextLoad) => {
    const loaded = nextLoad(url, context);
    const [, code] = appended.find(([file]) => url.endsWith(file)) ?? [];
    return code === undefined ? loaded : { ...loaded, source: `${loaded.source}${code}` };
  },
});
