/** A real desk on a real store over a service that can misbehave, with an escrow that was prepared honestly before. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseDeployRequest } from '@countersign/core/escrow';
import type { EscrowService, ServiceCallOptions } from '@countersign/core/internal/service/escrow-service';
import { createEscrowClient } from '@countersign/core/internal/service/index';
import type { NewTransaction } from '@countersign/core/internal/workflow/model/requests';
import { openSqliteStore } from '@countersign/core/internal/workflow/store/sqlite/sqlite-store';
import type { Prepared } from '@countersign/core/results';
import { createSecretScanner } from '@countersign/core/secrets';
import { createTestDesk } from '../desk/test-desk.ts';
import { NOW, request, requestInput, sandbox, signerKey } from '../fixtures/deploy-fixture.ts';
import { signWith } from '../ledger/newcomer.ts';
import { HURRY, type stateLedger } from '../ledger/stated-ledger.ts';
import { operationOf, startMisbehavingService } from '../service/misbehaving-service.ts';
import { escrowAddresses } from '../service/requests.ts';
import { type ReceivedRequest, reset, startStandIn } from '../service/stand-in.ts';
import { deployFor } from './deploys.ts';
import { SANDBOX } from './replies.ts';

export const TOKEN = 'the-token-of-this-installation';
export const KEY = 'the-key-of-this-installation';

export const EARLIER = requestInput({ engagementId: 'the earlier one' });
export const INPUT = requestInput();
export const ADDRESSES = escrowAddresses(3);

export type Stage = Awaited<ReturnType<typeof setStage>>;

/**
 * @param where the store is: in memory, or in a file of its own folder
 * @param chain the ledger, where there is one to ask
 */
export async function setStage(where: 'memory' | 'disk', chain?: ReturnType<typeof stateLedger>) {
  const clock = { now: NOW * 1_000 };
  const sequence = () => (chain?.state.sequence ?? 41n) + 1n;
  const service = await startMisbehavingService(honest(() => Math.floor(clock.now / 1_000), sequence));
  const bystander = await startStandIn(reset);
  const folder = where === 'disk' ? mkdtempSync(path.join(tmpdir(), 'misbehaving-')) : undefined;
  const added: NewTransaction[] = [];
  let store = openSqliteStore(folder, 'sandbox', () => clock.now);
  const log: string[] = [];
  const patience: Patience = {};

  const open = () =>
    createTestDesk({
      service: hurried(
        createEscrowClient({
          baseUrl: service.url,
          accessToken: TOKEN,
          apiKey: KEY,
          requestsPerMinute: 50,
          now: () => clock.now,
          log: (_, line) => log.push(line),
        }),
        () => clock.now,
        patience,
      ),
      store: {
        ...store,
        add: async (prepared, transaction, context) => {
          const kept = await store.add(prepared, transaction, context);
          added.push(transaction);
          return kept;
        },
      },
      scanner: createSecretScanner([TOKEN, KEY]),
      patience: HURRY,
      now: () => clock.now,
      ...(chain === undefined ? {} : { ledger: chain.ledger }),
    });
  const desk = open();
  const earlier = await desk.prepare('deploy', EARLIER);
  return {
    clock,
    patience,
    service,
    desk,
    earlier,
    earlierRequest: parseDeployRequest(EARLIER, sandbox),
    added,
    log,
    scene: {
      request: request(),
      addresses: ADDRESSES,
      earlierXdr: earlier.unsignedXdr as string,
      now: NOW,
      elsewhere: bystander.url,
    },
    /** How often somebody came to the host that no one may go to. */
    strayed: bystander.connections,
    /** A process of its own, later: the same store, a client that knows nothing of what was, a service that is well. */
    restart: () => {
      service.heal();
      if (folder !== undefined) {
        store.close();
        store = openSqliteStore(folder, 'sandbox', () => clock.now);
      }
      return open();
    },
    end: async () => {
      store.close();
      await Promise.all([service.close(), bystander.close()]);
      if (folder !== undefined) rmSync(folder, { recursive: true });
    },
  };
}

export const signedBy = ({ unsignedXdr }: Prepared): string => signWith(signerKey, unsignedXdr);

/** Each deploy gets a salt of its own, as it does from a real service. */
function honest(now: () => number, sequence: () => bigint) {
  let deploys = 0;
  return ({ body, url }: ReceivedRequest): { readonly status: number; readonly body: unknown } => {
    switch (operationOf({ url })) {
      case 'deploy': {
        const actionRequest = parseDeployRequest(JSON.parse(body), sandbox);
        const salt = new Uint8Array(32).fill(100 + deploys++);
        const unsignedTransaction = deployFor({ request: actionRequest, now: now() }, { salt, sequence: sequence() });
        return { status: 201, body: { status: 'SUCCESS', unsignedTransaction } };
      }
      case 'send':
        return { status: 200, body: { status: 'SUCCESS', message: 'ok' } };
      case 'balances': {
        const addresses = new URL(url, 'http://x').searchParams.getAll('addresses[]');
        return { status: 200, body: addresses.map((address) => ({ address, balance: 1 })) };
      }
      case 'sandbox':
        return { status: 200, body: SANDBOX };
      case undefined:
        return { status: 404, body: {} };
    }
  };
}

/** What a call may take, where it is less than a person would give it. */
type Patience = { budgetMs?: number };

function hurried(service: EscrowService, now: () => number, patience: Patience): EscrowService {
  const soon = <MoreOptions extends ServiceCallOptions>(options?: MoreOptions) =>
    patience.budgetMs === undefined ? options : { ...options, deadline: now() + patience.budgetMs };
  return {
    ...service,
    deploy: (actionRequest, options) => service.deploy(actionRequest, soon(options)),
    sendTransaction: (xdr, options) => service.sendTransaction(xdr, soon(options)),
    getBalances: (query, options) => service.getBalances(query, soon(options)),
  };
}
