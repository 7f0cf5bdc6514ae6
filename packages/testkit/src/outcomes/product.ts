/** The parts of the product that a schedule runs: its own, or a copy of them with a line changed. */
import type { openLedger } from '@countersign/core/internal/ledger/open-ledger';
import type { createEscrowClient } from '@countersign/core/internal/service/client';
import type { createDesk } from '@countersign/core/internal/workflow/create-desk';
import type { openSqliteStore } from '@countersign/core/internal/workflow/store/sqlite/sqlite-store';
import type { createSecretScanner } from '@countersign/core/secrets';

export type Product = {
  readonly createDesk: typeof createDesk;
  readonly openSqliteStore: typeof openSqliteStore;
  readonly openLedger: typeof openLedger;
  readonly createEscrowClient: typeof createEscrowClient;
  readonly createSecretScanner: typeof createSecretScanner;
};

/** Where each part stands under core/src. */
export const PARTS: Readonly<Record<keyof Product, string>> = {
  createDesk: 'workflow/create-desk.ts',
  openSqliteStore: 'workflow/store/sqlite/sqlite-store.ts',
  openLedger: 'ledger/open-ledger.ts',
  createEscrowClient: 'service/client.ts',
  createSecretScanner: 'secrets/secrets.ts',
};

export async function ourProduct(): Promise<Product> {
  const [desk, store, ledger, service, secrets] = await Promise.all([
    import('@countersign/core/internal/workflow/create-desk'),
    import('@countersign/core/internal/workflow/store/sqlite/sqlite-store'),
    import('@countersign/core/internal/ledger/open-ledger'),
    import('@countersign/core/internal/service/client'),
    import('@countersign/core/secrets'),
  ]);
  return { ...desk, ...store, ...ledger, ...service, ...secrets };
}
