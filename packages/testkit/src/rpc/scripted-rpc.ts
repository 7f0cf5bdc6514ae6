/** A Stellar RPC with one answer for each method, and the ledger entries for it. */
import type { ServerResponse } from 'node:http';
import { codeOwnerOf } from '@countersign/core/network';
import { contractData, contractInstance, newAccount } from '@countersign/sandbox-ledger/internal/entries';
import { i128, structValue, symbol } from '@countersign/sandbox-ledger/internal/host/values';
import { codeKey, instanceKey, keyOf, keyText } from '@countersign/sandbox-ledger/internal/keys';
import { Address, Asset, hash, Keypair, SorobanDataBuilder, xdr } from '@stellar/stellar-sdk/base';
import { onTestFinished } from 'vitest';
import { type RpcServer, startRpcServer } from './rpc-server.ts';

export { contractData } from '@countersign/sandbox-ledger/internal/entries';

type Params = { readonly keys?: readonly string[] } | null | undefined;
/** A method's result, or what answers in its place. */
export type Answer = unknown | ((params: Params, response: ServerResponse) => unknown);

/** Where an answer is this, nothing is answered. */
export const SILENCE = Symbol('silence');

/** A method that is not among the answers gets one without a result. It ends with the test. */
export async function startRpc(answers: Record<string, Answer>): Promise<RpcServer> {
  const server = await startRpcServer(({ method, params }, response) => {
    const answer = answers[method];
    const result = typeof answer === 'function' ? answer(params, response) : answer;
    return result === SILENCE ? 'silence' : { result };
  });
  onTestFinished(server.close);
  return server;
}

export const network = (passphrase: string) => ({ passphrase, protocolVersion: 23 });

/** `getLedgerEntries` on a ledger that holds these entries. */
export function entries(...held: readonly xdr.LedgerEntryData[]) {
  const byKey = new Map(held.map((data) => [keyText(keyOf(data)), data.toXdr('base64')]));
  return (params: Params) => ({
    latestLedger: 9,
    entries: (params?.keys ?? []).flatMap((key) => {
      const found = byKey.get(key);
      return found === undefined ? [] : [{ key, xdr: found, lastModifiedLedgerSeq: 8 }];
    }),
  });
}

export type Weights = {
  /** Own weight and the three thresholds. */
  readonly thresholds?: readonly [own: number, low: number, medium: number, high: number];
  readonly signers?: readonly (readonly [key: xdr.SignerKey | Keypair, weight: number])[];
  readonly sequence?: bigint;
};

export function accountEntry(
  address: string,
  { thresholds = [1, 0, 0, 0], signers = [], sequence = 41n }: Weights = {},
): xdr.AccountEntry {
  const { account: plain } = newAccount(address, 100_000_000n, sequence) as xdr.LedgerEntryDataAccount;
  const asSigner = ([key, weight]: readonly [xdr.SignerKey | Keypair, number]) =>
    new xdr.Signer({
      key: key instanceof Keypair ? xdr.SignerKey.signerKeyTypeEd25519(key.rawPublicKey()) : key,
      weight,
    });
  return new xdr.AccountEntry({
    ...plain,
    numSubEntries: signers.length,
    thresholds: new xdr.Thresholds(Uint8Array.from(thresholds)),
    signers: signers.map(asSigner),
  });
}

export const account = (...parts: Parameters<typeof accountEntry>) =>
  xdr.LedgerEntryData.account(accountEntry(...parts));

/** The instance of a token contract, named as the network names a Stellar asset's. */
export function tokenInstance(
  contract: string,
  { asset, decimals = 7, native = true }: { asset?: Asset | string; decimals?: number; native?: boolean },
): xdr.LedgerEntryData {
  const name = asset instanceof Asset ? asset.toString() : (asset ?? 'Token');
  const executable = native
    ? xdr.ContractExecutable.contractExecutableStellarAsset()
    : xdr.ContractExecutable.contractExecutableWasm(new Uint8Array(32).fill(5));
  const metadata = structValue({ decimal: xdr.ScVal.scvU32(decimals), name: xdr.ScVal.scvString(name) });
  return contractInstance(contract, executable, [new xdr.ScMapEntry({ key: symbol('METADATA'), val: metadata })]);
}

export type EscrowParts = {
  /** Hex. */
  readonly code: string;
  readonly escrow: xdr.ScVal;
  /** In its instance, as earlier kinds do, or in an entry of its own, as the live contracts do. */
  readonly keptIn: 'instance' | 'entry';
};

export function escrowEntries(contract: string, { code, escrow, keptIn }: EscrowParts): xdr.LedgerEntryData[] {
  const key = xdr.ScVal.scvVec([xdr.ScVal.scvSymbol('Escrow')]);
  const owner = codeOwnerOf(code);
  const executable =
    owner === undefined
      ? xdr.ContractExecutable.contractExecutableWasm(Uint8Array.from(Buffer.from(code, 'hex')))
      : xdr.ContractExecutable.contractExecutableExternalRef(
          new xdr.ContractExecutableExternalRef({
            executableOwner: Address.fromString(owner).toScAddress(),
            tag: 'escrow',
          }),
        );
  const storage = keptIn === 'instance' ? [new xdr.ScMapEntry({ key, val: escrow })] : [];
  return [
    contractInstance(contract, executable, storage),
    ...(keptIn === 'entry' ? [contractData(contract, key, escrow)] : []),
  ];
}

/** What the contract of a Stellar asset keeps of a contract that holds it. */
export function tokenBalance(token: string, holder: string, units: bigint): xdr.LedgerEntryData {
  const key = xdr.ScVal.scvVec([symbol('Balance'), Address.fromString(holder).toScVal()]);
  const [amount, authorized, clawback] = [i128(units), xdr.ScVal.scvBool(true), xdr.ScVal.scvBool(false)];
  return contractData(token, key, structValue({ amount, authorized, clawback }));
}

/** @param bytes of a contract's code. @param named the hash under which the RPC lists it; default: its own */
export const codeEntry = (bytes: Uint8Array, named: Uint8Array = hash(bytes)): xdr.LedgerEntryData =>
  xdr.LedgerEntryData.contractCode(
    new xdr.ContractCodeEntry({ ext: xdr.ContractCodeEntryExt.v0(), hash: named, code: bytes }),
  );

export const simulated = (value: xdr.ScVal) => ({
  latestLedger: 9,
  transactionData: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=',
  minResourceFee: '100',
  events: [],
  results: [{ auth: [], xdr: value.toXdr('base64') }],
});

/**
 * `simulateTransaction` of a call to a contract whose entries are archived, since protocol 23.
 * @param value what the call gives; absent: no result is returned
 */
export function archived(contract: string, value?: xdr.ScVal, { code }: { readonly code?: string } = {}) {
  const { resources, resourceFee } = new SorobanDataBuilder()
    .setReadOnly(code === undefined ? [] : [codeKey(Uint8Array.from(Buffer.from(code, 'hex')))])
    .setReadWrite([instanceKey(contract)])
    .build();
  const ext = xdr.SorobanTransactionDataExt.resourceExt(new xdr.SorobanResourcesExtV0({ archivedSorobanEntries: [0] }));
  return {
    latestLedger: 9,
    transactionData: new xdr.SorobanTransactionData({ ext, resources, resourceFee }).toXdr('base64'),
    minResourceFee: '100',
    events: [],
    ...(value === undefined ? {} : { results: [{ auth: [], xdr: value.toXdr('base64') }] }),
  };
}

/** The cursor of `getEvents` behind the last event of a ledger. */
export const cursorAt = (ledger: number) => `${String((BigInt(ledger + 1) << 32n) - 1n).padStart(19, '0')}-4294967295`;

/** What a ledger returned, as JSON can hold it. */
export function plain(value: unknown): unknown {
  if (value === undefined) return 'undefined';
  if (typeof value === 'bigint') return `${value}n`;
  if (value instanceof Map) return Object.fromEntries([...value].map(([key, each]) => [key, plain(each)]));
  if (value instanceof Set) return [...value];
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex');
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof xdr.AccountEntry) return `an account at ${value.seqNum}`;
  if ('toXdr' in value) return (value as xdr.ScVal).toXdr('base64');
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, plain(each)]));
}
