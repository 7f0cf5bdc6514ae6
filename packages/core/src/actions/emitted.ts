/**
 * How many bytes a call emits: the XDR of its contract events and of the value that it returns. A network limits the two
 * together (`tx_max_contract_events_size_bytes`), and only when it applies the transaction: the simulation of a larger
 * call succeeds, and its fee is lost. Decision 76.
 */
import { xdr } from '@stellar/stellar-sdk/base';
import { assetOf, type Network } from '../escrow/network.ts';
import type { StepName } from '../escrow/steps.ts';
import type { EscrowKind, EscrowOnChain, MilestoneOnChain } from '../kinds/index.ts';
import { address, i128, text } from '../kinds/layout.ts';
import type { Emitted, Payment, Step } from './steps/step.ts';
import { listValue, PLACE } from './steps/values.ts';

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

const symbol = (name: string): xdr.ScVal => xdr.ScVal.scvSymbol(name);
const sizeOf = (value: { toXdr(): Uint8Array }): number => value.toXdr().length;

function eventSize(topics: xdr.ScVal[], data: xdr.ScVal): number {
  const body = xdr.ContractEventBody.v0(new xdr.ContractEventV0({ topics, data }));
  const type = xdr.ContractEventType.contract;
  return sizeOf(new xdr.ContractEvent({ ext: xdr.ExtensionPoint.v0(), contractId: CONTRACT_ID, type, body }));
}

/** The factory returns the escrow with its address, and the escrow reports itself. */
export function emittedByDeploy(kind: EscrowKind, escrow: EscrowOnChain): number {
  return ownEvent(kind, 'deploy', listValue(PLACE)) + sizeOf(listValue(CONTRACT, PLACE)) + 2 * sizeIn(kind, escrow);
}

type Emitting = Pick<Step, 'name' | 'emits'>;

type Call = {
  readonly step: Emitting;
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
  const transfers = [...Map.groupBy(pays, ({ to }) => to)].map(([to, { length }]) => {
    const payee = to === undefined ? ACCOUNT : address.write(to);
    return length * eventSize([symbol('transfer'), CONTRACT, payee, asset], i128.write(0n));
  });
  const { data, returned = xdr.ScVal.scvVoid(), copies = 0 } = emittedOf(step, kind, signer, after);
  const own = ownEvent(kind, step.name, data) + sizeOf(returned) + (copies === 0 ? 0 : copies * sizeIn(kind, after));
  return transfers.reduce((sum, size) => sum + size, own);
}

export function emittedOf(step: Emitting, kind: EscrowKind, signer: string, after: EscrowOnChain): Emitted {
  const usual = { data: listValue(PLACE), copies: kind.events[step.name] === undefined ? 0 : 1 };
  return step.emits?.(kind, address.write(signer), after) ?? usual;
}

function sizeIn(kind: EscrowKind, escrow: EscrowOnChain): number {
  const known = sizes.get(escrow);
  if (known?.kind === kind) return known.size;
  const size = sizeOf(kind.encode(escrow)) - sizeOf(PLACE);
  sizes.set(escrow, { kind, size });
  return size;
}

/** Each escrow is encoded once, for what its deploy emits and for what later steps do. */
const sizes = new WeakMap<EscrowOnChain, { readonly kind: EscrowKind; readonly size: number }>();

/** Nothing where the kind has no such event. */
function ownEvent({ events }: EscrowKind, act: StepName | 'deploy', data: xdr.ScVal): number {
  const topic = events[act];
  return topic === undefined ? 0 : eventSize([symbol(topic)], data);
}

/** Kept for each milestone that is not finished: a status, and evidence of a link or two, in bytes. */
const RESERVED = { status: 'completed', evidence: 200 } as const;
/** And for a decision of a dispute among four, which pays the platform and the service too. */
const RESERVED_PAYMENTS = 4 + 2;

/** The most that a later call emits: each step reports the whole escrow, and a decision also its payments. */
export function emittedLater(kind: EscrowKind, network: Network, escrow: EscrowOnChain): number {
  const step = { name: 'resolve' } as const;
  const signer = escrow.roles.disputeResolver;
  const pays = Array.from({ length: RESERVED_PAYMENTS }, () => ({}));
  const { copies = 0 } = emittedOf(step, kind, signer, escrow);
  const open = isFinished(escrow.flags ?? {}) ? [] : escrow.milestones.filter(({ flags }) => !isFinished(flags));
  const growth = open.reduce((sum, milestone) => sum + growthOf(milestone), 0);
  return emittedByStep({ step, kind, network, signer, after: escrow, pays }) + copies * growth;
}

const isFinished = ({ released, resolved }: MilestoneOnChain['flags']): boolean =>
  released === true || resolved === true;

/** How many bytes its reserved status and evidence take more than its own. */
function growthOf({ status, evidence }: MilestoneOnChain): number {
  const growth = (text: string, reserved: number) => Math.max(0, inXdr(reserved) - inXdr(bytesOf(text)));
  return growth(status, bytesOf(RESERVED.status)) + growth(evidence, RESERVED.evidence);
}

const bytesOf = (value: string): number => new TextEncoder().encode(value).length;
/** XDR fills a text up to a multiple of four bytes. */
const inXdr = (bytes: number): number => Math.ceil(bytes / 4) * 4;

/** The largest number below `limit` that is small enough; 0 where none is. */
export function mostThat(limit: number, isSmallEnough: (number: number) => boolean): number {
  let [most, tooMany] = [0, limit];
  while (tooMany - most > 1) {
    const middle = (most + tooMany) >> 1;
    if (isSmallEnough(middle)) most = middle;
    else tooMany = middle;
  }
  return most;
}
