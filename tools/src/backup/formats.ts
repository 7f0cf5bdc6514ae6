/** What this checkout stores: its data files, in the order in which a backup copies them, and its PostgreSQL tables. */
import { STORE_FORMAT } from '@countersign/core';
import { type Formats, type MovedFile, STORE_TABLES } from '@countersign/core/backup';
import { BOT_TABLES, STATE_FORMAT } from '@countersign/discord-bot/tables';
import { LEDGER_FORMAT } from '@countersign/escrow-service';

export const FORMATS: Formats = {
  before: [STATE_FORMAT],
  store: STORE_FORMAT,
  after: [LEDGER_FORMAT],
  tables: [STORE_TABLES, BOT_TABLES],
};

export const MOVED_FILES: readonly MovedFile[] = [
  { format: STORE_FORMAT, tables: STORE_TABLES, left: ['change', 'lease', 'escrow_text.number'] },
  { format: STATE_FORMAT, tables: BOT_TABLES, left: [], handedOver: 'prepared_before' },
];
