/**
 * How many bytes a call emits: the XDR of its contract events and of the value that it returns. A network limits the two
 * together (`tx_max_contract_events_size_bytes`), and only when it applies the transaction: the simulation of a larger
 * call succeeds, and its fee is lost. Decision 76.
 */
import { xdr } from '@stellar/stellar-sdk/base';
import { assetOf, type Network } from '../escrow/network.ts';
import type { StepName } from '../escrow/steps.ts';
import type { EscrowKind } from '../kinds/escrow-kind.ts';
import type { EscrowOnChain } from '../kinds/escrow-on-chain.ts';
import { address, i128, text, u32 } from '../kinds/layout.ts';
import type { Payment } from './steps/step.ts';

/** On public and on testnet. */
export const MOST_EMITTED = 16_384;

/** Any contract or account: only their sizes count. */
const CONTRACT_ID = new xdr.ContractId(new Uint8Array(32));
const CONTRACT = xdr.ScVal.scvAddress(xdr.ScAddress.scAddressTypeContract(CONTRACT_ID));
const ACCOUNT = xdr.ScVal.scvAddress(
  xdr.ScAddress.scAddressTypeAccount(xdr.PublicKey.publicKeyTypeEd25519(new Uint8Array(32))),
);
/** A token whose asset is not known is taken to have the longest name: a code of 12 characters, and its issuer. */
const LONGEST_ASSET = { code: 'X'.repeat(12), issuer: 'X'.repeat(56) };

const list = (...values: xdr.ScVal[]): xdr.ScVal => xdr.ScVal.scvVec(values);
const symbol = (name: string): xdr.ScVal => xdr.ScVal.scvSymbol(name);
const sizeOf = (value: { toXdr(): Uint8Array }): number => value.toXdr().length;

function eventSize(topics: xdr.ScVal[], data: xdr.ScVal): number {
  const body = xdr.ContractEventBody.v0(new xdr.ContractEventV0({ topics, data }));
  const type = xdr.ContractEventType.contract;
  return sizeOf(new xdr.ContractEvent({ ext: xdr.ExtensionPoint.v0(), contractId: CONTRACT_ID, type, body }));
}

/** The factory returns the escrow with its address, and the escrow reports itself. */
export function emittedByDeploy(kind: EscrowKind, escrow: EscrowOnChain): number {
  const value = kind.encode(escrow);
  return ownEvent(kind, 'deploy', list(value)) + sizeOf(list(CONTRACT, value));
}

type Call = {
  readonly step: StepName;
  readonly kind: EscrowKind;
  readonly network: Network;
  readonly signer: string;
  /** As the call leaves it. */
  readonly after: EscrowOnChain;
  readonly pays: readonly Pick<Payment, 'to'>[];
};

export function emittedByStep({ step, kind, network, signer, after, pays }: Call): number {
  const { code, issuer } = assetOf(network, after.trustline.address) ?? LONGEST_ASSET;
  const asset = text.write(`${code}:${issuer}`);
  const transfers = pays.map(({ to }) => {
    const payee = to === undefined ? ACCOUNT : address.write(to);
    return eventSize([symbol('transfer'), CONTRACT, payee, asset], i128.write(0n));
  });
  const { data, returned = xdr.ScVal.scvVoid() } = ownReport(step, kind, address.write(signer), after);
  return transfers.reduce((sum, size) => sum + size, 0) + ownEvent(kind, step, data) + sizeOf(returned);
}

/** What the escrow itself reports of a step. Generation B reports the new terms of an update, too. */
function ownReport(
  step: StepName,
  kind: EscrowKind,
  signer: xdr.ScVal,
  after: EscrowOnChain,
): { readonly data: xdr.ScVal; readonly returned?: xdr.ScVal } {
  if (step === 'release') return { data: signer };
  if (step === 'extend') return { data: list(signer, u32.write(0)) };
  const escrow = kind.encode(after);
  if (step !== 'update') return { data: list(escrow) };
  const terms = kind.generation === 'B' ? [escrow] : [];
  return { data: list(signer, text.write(after.engagementId), ...terms), returned: escrow };
}

/** Nothing where the kind has no such event. */
function ownEvent({ events }: EscrowKind, act: StepName | 'deploy', data: xdr.ScVal): number {
  const topic = events[act];
  return topic === undefined ? 0 : eventSize([symbol(topic)], data);
}
