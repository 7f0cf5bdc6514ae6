/** A desk with what most tests need; without Vitest, which child processes cannot load. */
import { openLedger } from '@countersign/core/internal/ledger/open-ledger';
import { createEscrowClient, dialectFor } from '@countersign/core/internal/service/client';
import { createDesk, type Desk, type DeskParts } from '@countersign/core/internal/workflow/create-desk';
import { openSqliteStore } from '@countersign/core/internal/workflow/store/sqlite/sqlite-store';
import { NETWORKS } from '@countersign/core/network';
import { createSecretScanner } from '@countersign/core/secrets';

export const policy: DeskParts['policy'] = {
  maxFee: 50_000_000n,
  allowPartly: false,
  allowForeign: false,
  readOnly: false,
};

type TestDeskOptions = Omit<Partial<DeskParts>, 'ledger'> & {
  readonly ledger?: DeskParts['ledger'] | undefined;
  /** A running service and the RPC of its ledger, which the desk uses. */
  readonly on?: Readonly<Record<'url' | 'rpcUrl' | 'apiKey', string>> & { readonly accessToken?: string | undefined };
  /** Of the store's file; absent: in memory. */
  readonly folder?: string | undefined;
};

/** On the sandbox's network, with a store of its own, unless `parts` say otherwise. */
export function createTestDesk({ on, folder, ...parts }: TestDeskOptions = {}): Desk {
  const { network = NETWORKS.sandbox, now = Date.now } = parts;
  const onService = on && {
    service: createEscrowClient({
      ...{ baseUrl: on.url, apiKey: on.apiKey, accessToken: on.accessToken },
      ...{ requestsPerMinute: 100_000, dialect: dialectFor(network), now },
    }),
    ledger: openLedger([on.rpcUrl], network.passphrase),
  };
  const { ledger, ...others } = { ...onService, ...parts };
  return createDesk({
    network,
    now,
    policy,
    scanner: createSecretScanner(),
    ...others,
    ...(ledger === undefined ? {} : { ledger }),
    store: parts.store ?? openSqliteStore(folder, network.name, now),
  });
}
