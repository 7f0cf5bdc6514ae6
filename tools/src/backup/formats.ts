/** The data files of this checkout, in the order in which a backup copies them. */
import { STORE_FORMAT } from '@countersign/core';
import type { Formats } from '@countersign/core/backup';
import { STATE_FORMAT } from '@countersign/discord-bot/state';
import { LEDGER_FORMAT } from '@countersign/escrow-service';

export const FORMATS: Formats = { before: [STATE_FORMAT], store: STORE_FORMAT, after: [LEDGER_FORMAT] };
