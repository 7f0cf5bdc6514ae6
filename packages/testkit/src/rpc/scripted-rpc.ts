/** A real server on loopback that plays a Stellar RPC from a script, and keeps what it was asked. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { codeOwnerOf } from '@countersign/core/network';
import { Address, Asset, hash, Keypair, nativeToScVal, SorobanDataBuilder, xdr } from '@stellar/stellar-sdk/base';
import { onTestFinished } from 'vitest';

type Params = { readonly keys?: readonly string[] } | null | undefined;
/** A method's result, or what answers in its place. */
export type Answer = unknown | ((params: Params, response: ServerResponse) => unknown);

/** Where an answer is this, nothing is answered. */
export const SILENCE = Symbol('silence');

/**
 * A method that is not among the answers gets one without a result.
 * @returns `asked`: the methods, in order; `abandoned`: how many requests ended without an answer
 */
export async function startRpc(answers: Record<string, Answer>) {
  const asked: string[] = [];
  let abandoned = 0;
  const server = createServer((request, response) => {
    response.on('close', () => {
      if (!response.writableEnded) abandoned++;
    });
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk;
    });
    request.on('end', () => {
      const { id, method, params } = JSON.parse(body);
      asked.push(method);
      const answer = answers[method];
      const result = typeof answer === 'function' ? answer(params, response) : answer;
      if (result === SILENCE || response.headersSent) return;
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
    });
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/rpc`, asked, abandoned: () => abandoned };
}

export const network = (passphrase: string) => ({ passphrase, protocolVersion: 23 });

/** `getLedgerEntries` on a ledger that holds these entries. */
export function entries(...held: readonly xdr.LedgerEntryData[]) {
  const byKey = new Map(held.map((data) => [keyOf(data), data.toXdr('base64')]));
  return (params: Params) => ({
    latestLedger: 9,
    entries: (params?.keys ?? []).flatMap((key) => {
      const found = byKey.get(key);
      return found === undefined ? [] : [{ key, xdr: found, lastModifiedLedgerSeq: 8 }];
    }),
  });
}

function keyOf(data: xdr.LedgerEntryData): string {
  switch (data.type) {
    case 'account':
      return xdr.LedgerKey.account(new xdr.LedgerKeyAccount({ accountId: data.account.accountId })).toXdr('base64');
    case 'contractData': {
      const { contract, key, durability } = data.contractData;
      return xdr.LedgerKey.contractData(new xdr.LedgerKeyContractData({ contract, key, durability })).toXdr('base64');
    }
    case 'contractCode':
      return xdr.LedgerKey.contractCode(new xdr.LedgerKeyContractCode({ hash: data.contractCode.hash })).toXdr(
        'base64',
      );
    default:
      throw new TypeError(`no ${data.type} is scripted`);
  }
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
  return new xdr.AccountEntry({
    accountId: Keypair.fromPublicKey(address).xdrAccountId(),
    balance: 100_000_000n,
    seqNum: sequence,
    numSubEntries: signers.length,
    inflationDest: null,
    flags: 0,
    homeDomain: '',
    thresholds: new xdr.Thresholds(Uint8Array.from(thresholds)),
    signers: signers.map(
      ([key, weight]) =>
        new xdr.Signer({
          key: key instanceof Keypair ? xdr.SignerKey.signerKeyTypeEd25519(key.rawPublicKey()) : key,
          weight,
        }),
    ),
    ext: xdr.AccountEntryExt.v0(),
  });
}

export const account = (...parts: Parameters<typeof accountEntry>) =>
  xdr.LedgerEntryData.account(accountEntry(...parts));

/** The instance of a token contract, named as the network names a Stellar asset's. */
export function tokenInstance(
  contract: string,
  { asset, decimals = 7, native = true }: { asset?: Asset | string; decimals?: number; native?: boolean },
): xdr.LedgerEntryData {
  const entry = (key: string, val: xdr.ScVal) => new xdr.ScMapEntry({ key: xdr.ScVal.scvSymbol(key), val });
  const name = asset instanceof Asset ? asset.toString() : (asset ?? 'Token');
  const executable = native
    ? xdr.ContractExecutable.contractExecutableStellarAsset()
    : xdr.ContractExecutable.contractExecutableWasm(new Uint8Array(32).fill(5));
  const storage = [
    entry(
      'METADATA',
      xdr.ScVal.scvMap([entry('decimal', xdr.ScVal.scvU32(decimals)), entry('name', xdr.ScVal.scvString(name))]),
    ),
  ];
  const instance = xdr.ScVal.scvContractInstance(new xdr.ScContractInstance({ executable, storage }));
  return contractData(contract, xdr.ScVal.scvLedgerKeyContractInstance(), instance);
}

export type EscrowParts = {
  /** Hex. */
  readonly code: string;
  readonly escrow: xdr.ScVal;
  /** In its instance, as earlier kinds do, or in an entry of its own, as the live contracts do. */
  readonly keptIn: 'instance' | 'entry';
};

/** What an escrow contract keeps on the ledger. */
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
  const storage = keptIn === 'instance' ? [new xdr.ScMapEntry({ key, val: escrow })] : null;
  const instance = xdr.ScVal.scvContractInstance(new xdr.ScContractInstance({ executable, storage }));
  return [
    contractData(contract, xdr.ScVal.scvLedgerKeyContractInstance(), instance),
    ...(keptIn === 'entry' ? [contractData(contract, key, escrow)] : []),
  ];
}

/** What the contract of a Stellar asset keeps of a contract that holds it. */
export function tokenBalance(token: string, holder: string, units: bigint): xdr.LedgerEntryData {
  const fields = {
    amount: nativeToScVal(units, { type: 'i128' }),
    authorized: xdr.ScVal.scvBool(true),
    clawback: xdr.ScVal.scvBool(false),
  };
  const key = xdr.ScVal.scvVec([xdr.ScVal.scvSymbol('Balance'), Address.fromString(holder).toScVal()]);
  const entry = ([name, val]: [string, xdr.ScVal]) => new xdr.ScMapEntry({ key: xdr.ScVal.scvSymbol(name), val });
  return contractData(token, key, xdr.ScVal.scvMap(Object.entries(fields).map(entry)));
}

/** A persistent entry of a contract. */
export const contractData = (contract: string, key: xdr.ScVal, val: xdr.ScVal): xdr.LedgerEntryData =>
  xdr.LedgerEntryData.contractData(
    new xdr.ContractDataEntry({
      contract: Address.fromString(contract).toScAddress(),
      key,
      val,
      durability: xdr.ContractDataDurability.persistent,
      ext: xdr.ExtensionPoint.v0(),
    }),
  );

/** @param bytes of a contract's code. @param named the hash under which the RPC lists it; default: its own */
export const codeEntry = (bytes: Uint8Array, named: Uint8Array = hash(bytes)): xdr.LedgerEntryData =>
  xdr.LedgerEntryData.contractCode(
    new xdr.ContractCodeEntry({ ext: xdr.ContractCodeEntryExt.v0(), hash: named, code: bytes }),
  );

/** `simulateTransaction` of a call that gives this value. */
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
  const key = xdr.ScVal.scvLedgerKeyContractInstance();
  const durability = xdr.ContractDataDurability.persistent;
  const owner = Address.fromString(contract).toScAddress();
  const instance = xdr.LedgerKey.contractData(new xdr.LedgerKeyContractData({ contract: owner, key, durability }));
  const hash = code === undefined ? undefined : Uint8Array.from(Buffer.from(code, 'hex'));
  const { resources, resourceFee } = new SorobanDataBuilder()
    .setReadOnly(hash === undefined ? [] : [xdr.LedgerKey.contractCode(new xdr.LedgerKeyContractCode({ hash }))])
    .setReadWrite([instance])
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
