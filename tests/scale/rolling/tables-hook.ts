/**
 * Makes a process a future version as far as tables go: `next` knows one more step of the store and of the bot, `later`
 * two. Loaded before the program, by NODE_OPTIONS; the program itself has no such switch.
 */
import { registerHooks } from 'node:module';

const STORE = '/core/src/workflow/store/postgres/schema.ts';
const BOT = '/discord-bot/src/state/tables.ts';
const NEXT_STORE = `ALTER TABLE handle ADD COLUMN of_next TEXT NOT NULL DEFAULT 'new';
  CREATE TABLE next_of_store (key TEXT PRIMARY KEY, handle TEXT REFERENCES handle (id) ON DELETE CASCADE);`;
const NEXT_BOT = `ALTER TABLE card ADD COLUMN of_next BIGINT;
  CREATE TABLE next_of_bot (key TEXT PRIMARY KEY);`;
const LATER_STORE = 'ALTER TABLE offer ADD COLUMN of_later BIGINT; CREATE INDEX of_later ON offer (of_later);';
const LATER_BOT = "ALTER TABLE said ADD COLUMN of_later TEXT NOT NULL DEFAULT '';";

const add = (tables: string, sql: string) =>
  `\n;${tables}.steps.push({ version: ${tables}.steps.at(-1).version + 1, sql: ${JSON.stringify(sql)} });`;

const APPENDED: Readonly<Record<string, readonly (readonly [file: string, code: string])[]>> = {
  today: [],
  next: [
    [STORE, add('STORE_TABLES', NEXT_STORE)],
    [BOT, add('BOT_TABLES', NEXT_BOT)],
  ],
  later: [
    [STORE, add('STORE_TABLES', NEXT_STORE) + add('STORE_TABLES', LATER_STORE)],
    [BOT, add('BOT_TABLES', NEXT_BOT) + add('BOT_TABLES', LATER_BOT)],
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
