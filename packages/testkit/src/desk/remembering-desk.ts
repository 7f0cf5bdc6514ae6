/** A desk for several people, with a service that prepares any request and a ledger that the test controls. */
import type { Prepared } from '@countersign/core';
import type { StandingContract, TokenBalance } from '@countersign/core/internal/ledger/ledger';
import type { EscrowService } from '@countersign/core/internal/service/escrow-service';
import { type EscrowOnChain, liveMulti } from '@countersign/core/kinds';
import { buildDeploy, NOW, request, requestInput, sandbox, storedEscrow, time } from '../fixtures/deploy-fixture.ts';
import { HURRY, include, stateLedger } from '../ledger/stated-ledger.ts';
import { addressesOf, answer, type Responder, startScriptedService } from '../service/scripted-service.ts';
import { openDeskOfTest } from './desk-of-test.ts';

export const ADA = { tenant: 'guild', id: 'ada' };
export const BOB = { tenant: 'guild', id: 'bob' };
const LIFE_SECONDS = 100;

/** The service says that each escrow holds 7. */
export const sevenInEach: Responder = (response, incoming) => {
  const balances = addressesOf(incoming.url).map((address) => ({ address, balance: 7 }));
  return answer(200, balances)(response, incoming);
};

type Changes = Record<string, unknown>;

export type RememberingDesk = Awaited<ReturnType<typeof openRememberingDesk>>;

export const escrowOf = (changes: Changes = {}): EscrowOnChain => storedEscrow(request(changes));

export const standing = (escrow: EscrowOnChain): StandingContract => ({
  code: sandbox.wasmHash as string,
  escrow: liveMulti.encode(escrow),
});

type RememberingDeskOptions = {
  readonly hasLedger?: boolean;
  /** The folder of the store's file; absent: in memory. */
  readonly folder?: string;
  readonly after?: readonly Responder[];
  readonly service?: Partial<EscrowService>;
};

/** @param requests in the order in which they will be prepared, so that the service has their transactions */
export async function openRememberingDesk(
  requests: readonly Changes[],
  { hasLedger = true, folder, after = [], service: more = {} }: RememberingDeskOptions = {},
) {
  const scenes = requests.map((changes, index) => {
    const parts = { condition: time(0, NOW + index + LIFE_SECONDS), salt: new Uint8Array(32).fill(index + 1) };
    return answer(201, { status: 'SUCCESS', unsignedTransaction: buildDeploy(request(changes), parts) });
  });
  const service = await startScriptedService(...scenes, ...after);
  const clock = { now: NOW * 1_000 };
  const held = new Map<string, bigint>();
  const { ledger, state } = stateLedger();
  const balancesOf = async (holdings: readonly { readonly holder: string }[]) =>
    holdings.map(({ holder }): TokenBalance => ({ units: held.get(holder) ?? 0n, decimals: 7 }));
  const desk = openDeskOfTest({
    service: { ...service.client({ now: () => clock.now }), ...more },
    folder,
    patience: HURRY,
    now: () => clock.now,
    signUrl: (page) => `https://sign.example/${page}`,
    ...(hasLedger ? { ledger: { ...ledger, balancesOf } } : {}),
  });
  return {
    desk,
    clock,
    ledger: state,
    /** In base units, by holder. */
    held,
    asked: service.asked,
    /** Prepares an escrow for Ada, a second after the one before. */
    async prepare(changes: Changes = {}): Promise<Prepared> {
      const prepared = await desk.for(ADA).prepare('deploy', requestInput(changes));
      clock.now += 1_000;
      return prepared;
    },
    /** Settles it on the ledger, perhaps with other terms. */
    settle({ contractId, transactionHash }: Prepared, escrow: EscrowOnChain): void {
      include(state, transactionHash);
      state.contracts.set(contractId, standing(escrow));
    },
  };
}
