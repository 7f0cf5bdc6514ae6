/** Escrows between a client and strangers on one ledger, for desks of different owners on one store. */
import { type Desk, LOCAL_PERSON, openSqliteStore } from '@countersign/core';
import { type AddressBook, addressBookOf } from '@countersign/core/internal/workflow/people/address-book';
import { NETWORKS } from '@countersign/core/network';
import { sandboxKeypair } from '@countersign/core/sandbox-keys';
import { type Sandbox, startSandbox } from '@countersign/escrow-service';
import { openDeskOfTest } from '@countersign/testkit/desk/desk-of-test';
import { REQUEST } from '@countersign/testkit/fixtures/sandbox-request';
import { TransactionBuilder } from '@stellar/stellar-sdk/base';
import { afterAll, beforeAll } from 'vitest';

const network = NETWORKS.sandbox;
const addressOf = (name: string): string => sandboxKeypair(name).publicKey();
export const [client, stranger, platform, arbiter] = ['client', 'provider', 'platform', 'arbiter'].map(addressOf) as [
  string,
  string,
  string,
  string,
];

/** The stranger approves, pays out and is paid; the client decides a dispute. */
const ALL_ROLES = {
  approver: stranger,
  serviceProvider: stranger,
  platformAddress: stranger,
  release: stranger,
  disputeResolver: client,
  receiver: stranger,
};

let sandbox: Sandbox;
const clock = { aheadMs: 0 };
const now = () => Date.now() + clock.aheadMs;
export const pass = (days: number): void => {
  clock.aheadMs += days * 24 * 3_600_000;
};
/** At the top of each file that uses it. */
export function setUpSandbox(): void {
  beforeAll(async () => {
    sandbox = await startSandbox({ rateLimit: 0, now });
  });
  afterAll(() => sandbox.close());
}

export function openDesk(folder?: string): { readonly desk: Desk; readonly book: AddressBook } {
  const store = openSqliteStore(folder, 'sandbox', now);
  const desk = openDeskOfTest({ on: sandbox, store, now, signUrl: (pageId) => pageId });
  return { desk, book: addressBookOf({ store, network, now }, LOCAL_PERSON) };
}

/** What a surface may do for one person. */
export type PersonsDesk = Pick<Desk, 'prepare' | 'confirm' | 'submit'>;

let made = 0;
/** A deploy by the client, of one milestone. */
export function terms(amount: string, roles: object = {}, changes: object = {}) {
  made += 1;
  return {
    ...REQUEST,
    engagementId: `trust ${made}`,
    roles: { ...ALL_ROLES, ...roles },
    milestones: [{ description: 'All of it', amount }],
    ...changes,
  };
}

type Confirmable = {
  readonly id: string;
  readonly status: 'prepared' | 'to-confirm';
  readonly contractId: string;
  readonly unsignedXdr?: string | undefined;
  /** `total` of a deploy or step, `amount` of a payment. */
  readonly summary: object;
  readonly judgement: { readonly key: string };
};

/** Confirms all blocking warnings, as a person does who has read them. @returns the transaction to sign */
async function confirmed(desk: PersonsDesk, prepared: Confirmable): Promise<Confirmable> {
  if (prepared.status !== 'to-confirm') return prepared;
  const { total, amount = '0' } = prepared.summary as { readonly total?: string; readonly amount?: string };
  return await desk.confirm(prepared.id, { amount: total ?? amount, shown: prepared.judgement.key });
}

export async function settle(desk: PersonsDesk, offer: Confirmable, by = 'client'): Promise<string> {
  const { id, unsignedXdr, contractId } = await confirmed(desk, offer);
  const transaction = TransactionBuilder.fromXdr(unsignedXdr as string, network.passphrase);
  transaction.sign(sandboxKeypair(by));
  const { status } = await desk.submit({ signedXdr: transaction.toXdr(), id });
  if (status !== 'settled') throw new Error(`it is ${status}`);
  return contractId;
}

/** Makes an escrow, confirming what there is to confirm. @returns its address */
export const deploy = async (desk: PersonsDesk, asked: ReturnType<typeof terms>, by = 'client'): Promise<string> =>
  await settle(desk, await desk.prepare('deploy', { ...asked, signer: addressOf(by) }), by);

export const pay = async (desk: PersonsDesk, escrow: string, amount: string, by = 'client'): Promise<string> =>
  await settle(desk, await desk.prepare('fund', { escrow, amount, signer: addressOf(by) }), by);

/** Has the milestone approved and paid out. @param by holds both roles. @param paid what is paid out */
export async function payOut(
  desk: PersonsDesk,
  escrow: string,
  by = 'provider',
  paid: { readonly milestone?: number } = { milestone: 1 },
): Promise<void> {
  const signer = addressOf(by);
  await settle(desk, await desk.prepare('approve', { escrow, milestone: 1, signer }), by);
  await settle(desk, await desk.prepare('release', { escrow, ...paid, signer }), by);
}

/** An escrow from its deploy to its end as agreed. */
export async function roundTrip(desk: PersonsDesk, amount: string, roles: object = {}, by = 'client'): Promise<string> {
  const escrow = await deploy(desk, terms(amount, roles), by);
  await pay(desk, escrow, amount, by);
  await payOut(desk, escrow);
  return escrow;
}
