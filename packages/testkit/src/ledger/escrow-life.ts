/** Escrows of both contracts on a ledger in this process, and everything that can be done to them. */
import { randomBytes } from 'node:crypto';
import { type Act, type Argument, contractIdFor, type EscrowKind, type EscrowOnChain } from '@countersign/core/kinds';
import type { Release } from '@countersign/core/network';
import { sandboxKeypair } from '@countersign/core/sandbox-keys';
import { addressValue, i128 } from '@countersign/sandbox-ledger/internal/host/values';
import { contractDataKey, keyText, trustlineKey } from '@countersign/sandbox-ledger/internal/keys';
import { Asset, Contract, type Keypair, scValToNative, xdr } from '@stellar/stellar-sdk/base';
import { escrowOf } from '../fixtures/step-fixture.ts';
import { openTestLedger, settled, signed, type TestLedger } from './ledger-client.ts';
import { LIVE_KINDS, liveDeployCall, V1 } from './live-escrow.ts';
import { PASSPHRASE, TOKEN } from './sandbox-client.ts';

export const LIFE_KINDS: Readonly<Record<ContractName, EscrowKind>> = LIVE_KINDS;
export type ContractName = Release;
export const CONTRACT_NAMES: readonly ContractName[] = ['multi', 'single'];

/** One account for each role, and one that has none. */
export const PEOPLE = ['client', 'provider', 'platform', 'arbiter', 'releaser', 'receiver', 'stranger'] as const;
export type Person = (typeof PEOPLE)[number];
export const person = (name: Person): string => sandboxKeypair(name).publicKey();
export const FEE_ADDRESS = V1.feeAddress as string;

export const ROLES = {
  approver: person('client'),
  serviceProvider: person('provider'),
  platformAddress: person('platform'),
  releaseSigner: person('releaser'),
  disputeResolver: person('arbiter'),
};

const ESCROW_KEY = xdr.ScVal.scvVec([xdr.ScVal.scvSymbol('Escrow')]);

/** As the fixture has it, between these people, without what this contract does not keep. */
export function lifeEscrow(name: ContractName, change: Partial<EscrowOnChain> = {}): EscrowOnChain {
  const { milestones, ...terms } = escrowOf(`live-${name}`);
  const receiver = person('receiver');
  const escrow = {
    ...terms,
    roles: { ...ROLES, ...(name === 'multi' ? {} : { receiver }) },
    milestones: milestones.map((milestone) => ({ ...milestone, ...(name === 'multi' ? { receiver } : {}) })),
    ...change,
  };
  return decoded(name, LIFE_KINDS[name].encode(escrow));
}

function decoded(name: ContractName, value: xdr.ScVal): EscrowOnChain {
  const { escrow } = LIFE_KINDS[name].decode(value);
  if (escrow === undefined) throw new Error('not an escrow');
  return escrow;
}

/** Arguments by meaning; others get an honest caller's values. */
export type CallValues = {
  readonly index?: number | bigint;
  readonly status?: string;
  readonly evidence?: string;
  readonly distributions?: readonly (readonly [address: string, amount: bigint])[];
  readonly escrow?: EscrowOnChain;
  readonly amount?: bigint;
  readonly ledgers?: number;
  readonly feeAddress?: string;
  /** Raw values that replace arguments. */
  readonly raw?: Readonly<Partial<Record<Argument, xdr.ScVal>>>;
};

export type Outcome =
  | { readonly value: xdr.ScVal; readonly events: readonly { topics: unknown[]; data: xdr.ScVal }[] }
  /** The simulation's error, or the transaction's result. */
  | { readonly error: string };

export type EscrowLife = ReturnType<typeof openEscrowLife>;

export function openEscrowLife(t: TestLedger = openTestLedger()) {
  for (const name of PEOPLE) t.ledger.fund(person(name));

  function run(signer: Keypair, contract: string, name: string, args: readonly xdr.ScVal[]): Outcome {
    const prepared = t.simulated(t.build(signer, [new Contract(contract).call(name, ...args)]));
    if (typeof prepared === 'string') return { error: prepared };
    const result = settled(t, signed(prepared, signer));
    if (result !== 'txSuccess') return { error: result };
    const stored = t.ask('getTransaction', { hash: Buffer.from(prepared.hash()).toString('hex') });
    const meta = xdr.TransactionMeta.fromXdr(stored.resultMetaXdr, 'base64') as xdr.TransactionMetaV4Arm;
    const events = (meta.v4.operations[0]?.events ?? []).map(({ body }) => ({
      topics: body.v0.topics.map(scValToNative),
      data: body.v0.data,
    }));
    return { value: meta.v4.sorobanMeta?.returnValue as xdr.ScVal, events };
  }

  /** @param change of the terms, or what is given in place of them */
  function create(
    name: ContractName,
    change: Partial<EscrowOnChain> | xdr.ScVal = {},
  ): Outcome & { readonly escrow: string } {
    const salt = randomBytes(32);
    const value = 'type' in change ? change : LIFE_KINDS[name].encode(lifeEscrow(name, change));
    const [factory, called, ...args] = liveDeployCall(name, value, salt);
    const made = run(sandboxKeypair('client'), factory, called, args);
    return { ...made, escrow: contractIdFor(factory, salt, PASSPHRASE) };
  }

  const entry = (key: xdr.LedgerKey) => t.ledger.view((view) => view.entry(keyText(key))?.data);

  function balance(holder: string): bigint {
    if (holder.startsWith('G')) {
      const data = entry(trustlineKey(holder, new Asset(TOKEN.code, TOKEN.issuer)));
      return data?.type === 'trustline' ? data.trustLine.balance : 0n;
    }
    const key = xdr.ScVal.scvVec([xdr.ScVal.scvSymbol('Balance'), addressValue(holder)]);
    const data = entry(contractDataKey(TOKEN.address, key));
    return data?.type === 'contractData' ? scValToNative(data.contractData.val).amount : 0n;
  }

  return {
    t,
    create,
    balance,

    funded(name: ContractName, amount: bigint, change: Partial<EscrowOnChain> = {}): string {
      const made = create(name, change);
      if ('error' in made) throw new Error(made.error);
      if (amount > 0n) {
        const to = [addressValue(person('client')), addressValue(made.escrow), i128(amount)];
        const paid = run(sandboxKeypair('client'), TOKEN.address, 'transfer', to);
        if ('error' in paid) throw new Error(paid.error);
      }
      return made.escrow;
    },

    call: (signer: Person, contract: string, name: string, args: readonly xdr.ScVal[]): Outcome =>
      run(sandboxKeypair(signer), contract, name, args),

    act(name: ContractName, escrow: string, act: Act, signer: Person, values: CallValues = {}): Outcome {
      const called = LIFE_KINDS[name].functions[act];
      if (called === undefined) throw new Error(`${name} has no ${act}`);
      const args = called.takes.map((argument) => values.raw?.[argument] ?? argumentOf(name, argument, signer, values));
      return run(sandboxKeypair(signer), escrow, called.name, args);
    },

    read(name: ContractName, escrow: string): EscrowOnChain {
      const data = entry(contractDataKey(escrow, ESCROW_KEY));
      return decoded(name, data?.type === 'contractData' ? data.contractData.val : xdr.ScVal.scvVoid());
    },
  };
}

/** With its keys in the network's order. */
function distributionsValue(shares: readonly (readonly [string, bigint])[]): xdr.ScVal {
  const entries = shares.map(([to, amount]) => new xdr.ScMapEntry({ key: addressValue(to), val: i128(amount) }));
  return xdr.ScVal.scvMap(
    entries.sort((one, other) => Buffer.compare(Buffer.from(one.key.toXdr()), Buffer.from(other.key.toXdr()))),
  );
}

function argumentOf(name: ContractName, argument: Argument, signer: Person, values: CallValues): xdr.ScVal {
  const { index = 0, status = 'done', evidence, distributions = [], amount = 0n, ledgers = 0 } = values;
  switch (argument) {
    case 'signer':
      return addressValue(person(signer));
    case 'feeAddress':
      return addressValue(values.feeAddress ?? FEE_ADDRESS);
    case 'index':
      return xdr.ScVal.scvU32(Number(index));
    case 'status':
      return xdr.ScVal.scvString(status);
    case 'evidence':
      return evidence === undefined ? xdr.ScVal.scvVoid() : xdr.ScVal.scvString(evidence);
    case 'distributions':
      return distributionsValue(distributions);
    case 'escrow':
      return LIFE_KINDS[name].encode(values.escrow ?? lifeEscrow(name));
    case 'amount':
      return i128(amount);
    case 'ledgers':
      return xdr.ScVal.scvU32(ledgers);
    default:
      throw new Error(`no call of these takes a ${argument}`);
  }
}
