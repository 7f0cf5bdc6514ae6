/** The parts of the product that a schedule runs: its own, or a copy of them with a line changed. */
import { openLedger } from '@countersign/core/internal/ledger/open-ledger';
import { createEscrowClient } from '@countersign/core/internal/service/client';
import { createDesk } from '@countersign/core/internal/workflow/create-desk';
import { openSqliteStore } from '@countersign/core/internal/workflow/store/sqlite/sqlite-store';
import { createSecretScanner } from '@countersign/core/secrets';

export const OUR_PRODUCT = { createDesk, openSqliteStore, openLedger, createEscrowClient, createSecretScanner };
export type Product = Readonly<typeof OUR_PRODUCT>;

/** The file of each part under core/src. */
export const PARTS: Readonly<Record<keyof Product, string>> = {
  createDesk: 'workflow/create-desk.ts',
  openSqliteStore: 'workflow/store/sqlite/sqlite-store.ts',
  openLedger: 'ledger/open-ledger.ts',
  createEscrowClient: 'service/client.ts',
  createSecretScanner: 'secrets/secrets.ts',
};
