/** One sandbox with a clock of its own, desks of people who know no one yet, and escrows to be warned of. */
import { type createDesk, type Desk, LOCAL_PERSON, openSqliteStore, type Store } from '@countersign/core';
import type { DeployInput } from '@countersign/core/escrow';
import { openLedger } from '@countersign/core/internal/ledger/open-ledger';
import { type AddressBook, addressBookOf } from '@countersign/core/internal/workflow/people/address-book';
import { type Network, networkWith } from '@countersign/core/network';
import { sandboxKeypair } from '@countersign/core/sandbox-keys';
import { startSandbox } from '@countersign/escrow-service';
import { openDeskOfTest } from '@countersign/testkit/desk/desk-of-test';
import { signAndSend } from '@countersign/testkit/desk/sign-and-send';
import { policy } from '@countersign/testkit/desk/test-desk';
import { REQUEST } from '@countersign/testkit/fixtures/sandbox-request';
import { HURRY } from '@countersign/testkit/ledger/stated-ledger';

export const network = networkWith('sandbox', 'v1');
export const addressOf = (name: string): string => sandboxKeypair(name).publicKey();
const NAMES = ['client', 'provider', 'platform', 'arbiter'];
export const [client, provider, platform, arbiter] = NAMES.map(addressOf) as [string, string, string, string];

type Limits = Parameters<typeof createDesk>[0]['policy']['limits'];
type DeskOptions = {
  readonly folder?: string | undefined;
  readonly store?: Store;
  readonly limits?: NonNullable<Limits>;
  /** Of the Stellar RPCs that it asks, where they are not the sandbox's own. */
  readonly rpcUrls?: readonly string[];
  readonly on?: Network;
};
/** What a surface may do for one person. */
type PersonsDesk = Pick<Desk, 'prepare' | 'confirm' | 'submit'>;
type Confirmable = {
  readonly id: string;
  readonly status: 'prepared' | 'to-confirm';
  readonly contractId: string;
  readonly transactionHash: string;
  readonly unsignedXdr?: string | undefined;
  /** `total` of a deploy, `amount` of a payment or a step. */
  readonly summary: object;
  readonly judgement: { readonly key: string };
};

export type JudgedScene = Awaited<ReturnType<typeof openJudgedScene>>;

/** Starts it for a test file, whose end closes it. */
export async function openJudgedScene() {
  let aheadMs = 0;
  const now = () => Date.now() + aheadMs;
  const sandbox = await startSandbox({ rateLimit: 0, network, now });
  return {
    sandbox,
    pass: (days: number) => {
      aheadMs += days * 24 * 3_600_000;
    },
    openDesk: (options: DeskOptions = {}): { desk: Desk; book: AddressBook } => {
      const {
        folder,
        store = openSqliteStore(folder, 'sandbox', now),
        limits = [],
        rpcUrls = [sandbox.rpcUrl],
        on = network,
      } = options;
      const desk = openDeskOfTest({
        ...{ on: sandbox, store, network: on, now, patience: HURRY, policy: { ...policy, limits } },
        ledger: openLedger(rpcUrls, network.passphrase, { now, retryMs: 1 }),
        signUrl: (pageId) => pageId,
      });
      return { desk, book: addressBookOf({ store, network, now }, LOCAL_PERSON) };
    },
  };
}

let made = 0;
/** A deploy by the client, with an engagement of its own. */
export const request = (roles: object = {}, changes: object = {}): DeployInput => {
  made += 1;
  return { ...REQUEST, engagementId: `judged ${made}`, ...changes, roles: { ...REQUEST.roles, ...roles } };
};

/** Confirms what the person is asked to, as one does who has read it. @returns what there is to sign then */
export async function confirmed(desk: PersonsDesk, prepared: Confirmable): Promise<Confirmable> {
  const { total, amount = '0' } = prepared.summary as { readonly total?: string; readonly amount?: string };
  if (prepared.status !== 'to-confirm') return prepared;
  return await desk.confirm(prepared.id, { amount: total ?? amount, shown: prepared.judgement.key });
}

/** Confirms, signs and sends it. @returns the escrow's address */
export async function settle(desk: PersonsDesk, prepared: Confirmable, by = 'client'): Promise<string> {
  await signAndSend(desk, by, await confirmed(desk, prepared));
  return prepared.contractId;
}

/** @returns the address of an escrow that the client made and, unless it says otherwise, paid */
export async function escrowOf(desk: PersonsDesk, asked = request(), isFunded = true): Promise<string> {
  const escrow = await settle(desk, await desk.prepare('deploy', asked));
  if (isFunded) await settle(desk, await desk.prepare('fund', { escrow, signer: client }));
  return escrow;
}
