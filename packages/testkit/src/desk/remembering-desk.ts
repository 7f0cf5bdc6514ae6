/** A desk for several people, with a service that prepares any request and a ledger that the test controls. */
import { createDesk, createSecretScanner, type Desk, openSqliteStore, type Prepared } from '@countersign/core';
import type { StandingContract, TokenBalance } from '@countersign/core/internal/ledger/ledger';
import type { EscrowService } from '@countersign/core/internal/service/escrow-service';
import { type EscrowOnChain, liveMulti } from '@countersign/core/kinds';
import { onTestFinished } from 'vitest';
import { buildDeploy, NOW, request, requestInput, sandbox, storedEscrow, time } from '../fixtures/deploy-fixture.ts';
import { HURRY, include, type LedgerState, stateLedger } from '../ledger/stated-ledger.ts';
import { answer, type Scene, startScriptedService } from '../service/scripted-service.ts';
import { policy } from './policy.ts';

export const ADA = { tenant: 'guild', id: 'ada' };
export const BOB = { tenant: 'guild', id: 'bob' };
const LIFE_SECONDS = 100;

/** The service says that each escrow holds 7. */
export const sevenInEach: Scene = (response, asked) => {
  const addresses = new URL(asked.url, 'http://x').searchParams.getAll('addresses[]');
  answer(
    200,
    addresses.map((address) => ({ address, balance: 7 })),
  )(response, asked);
};

type Changes = Record<string, unknown>;

export type RememberingDesk = {
  readonly desk: Desk;
  readonly clock: { now: number };
  readonly ledger: LedgerState;
  /** In base units, by holder. */
  readonly held: Map<string, bigint>;
  /** The requests to the service. */
  readonly asked: readonly { readonly url: string }[];
  /** Prepares an escrow for Ada, a second after the one before. */
  prepare(changes?: Changes): Promise<Prepared>;
  /** Settles it on the ledger, with other terms if they are given. */
  settle(offer: Prepared, escrow: EscrowOnChain): void;
};

export const escrowOf = (changes: Changes = {}): EscrowOnChain => storedEscrow(request(changes));

export const standing = (escrow: EscrowOnChain): StandingContract => ({
  code: sandbox.wasmHash as string,
  escrow: liveMulti.encode(escrow),
});

type Options = {
  readonly hasLedger?: boolean;
  /** The folder of the store's file; absent: in memory. */
  readonly folder?: string;
  /** The service's answers after it has prepared all requests. */
  readonly after?: readonly Scene[];
  /** Further operations of the service. */
  readonly service?: Partial<EscrowService>;
};

/** @param requests in the order in which they will be prepared, so that the service has their transactions */
export async function openRememberingDesk(
  requests: readonly Changes[],
  { hasLedger = true, folder, after = [], service: more = {} }: Options = {},
): Promise<RememberingDesk> {
  const scenes = requests.map((changes, index) => {
    const salt = new Uint8Array(32).fill(index + 1);
    const condition = time(0, NOW + index + LIFE_SECONDS);
    return answer(201, {
      status: 'SUCCESS',
      unsignedTransaction: buildDeploy(request(changes), { condition, salt }),
    });
  });
  const service = await startScriptedService(...scenes, ...after);
  const clock = { now: NOW * 1_000 };
  const store = openSqliteStore(folder, 'sandbox', () => clock.now);
  const held = new Map<string, bigint>();
  const { ledger, state } = stateLedger();
  const balancesOf = async (holdings: readonly { readonly holder: string }[]) =>
    holdings.map(({ holder }): TokenBalance => ({ units: held.get(holder) ?? 0n, decimals: 7 }));
  const desk = createDesk({
    service: { ...service.client({ now: () => clock.now }), ...more },
    store,
    network: sandbox,
    policy,
    patience: HURRY,
    scanner: createSecretScanner([]),
    now: () => clock.now,
    signUrl: (page) => `https://sign.example/${page}`,
    ...(hasLedger ? { ledger: { ...ledger, balancesOf } } : {}),
  });
  onTestFinished(() => desk.close());
  return {
    desk,
    clock,
    ledger: state,
    held,
    asked: service.asked,
    prepare: async (changes = {}) => {
      const offer = await desk.for(ADA).prepare('deploy', requestInput(changes));
      clock.now += 1_000;
      return offer;
    },
    settle: ({ contractId, transactionHash }, escrow) => {
      include(state, transactionHash);
      state.contracts.set(contractId, standing(escrow));
    },
  };
}
