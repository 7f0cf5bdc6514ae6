import { Asset, hash, Keypair, xdr } from '@stellar/stellar-sdk/base';
import type { Server } from '@stellar/stellar-sdk/rpc';
import { codeOf, contractIn, instanceIn, modifiedIn } from './contract-entries.ts';
import { accountKey, dataKey, type Entries, escrowKey, instanceKey } from './entry-keys.ts';
import type {
  FoundAccount,
  FoundSequences,
  KnownContract,
  Parties,
  PartyAccount,
  RawEntries,
  RawEntry,
  ReadSnapshot,
  Wanted,
  WantedParties,
} from './ledger.ts';
import { readEntries } from './stellar-rpc.ts';
import { balanceKey, isFrozen } from './token-entries.ts';

/** The keys of all wanted entries. An escrow and its balance are one group, so that they are read from one ledger. */
export function wantedKeys({ account, contracts, known, parties, holdings = [] }: Wanted): xdr.LedgerKey[][] {
  const held = Map.groupBy(holdings, ({ holder }) => holder);
  return [
    ...(account === undefined ? [] : [[accountKey(account)]]),
    ...contracts.map((contract) => [
      ...contractKeys(contract, known?.get(contract)),
      ...(held.get(contract) ?? []).map(balanceKey),
    ]),
    ...(parties === undefined ? [] : partyKeys(parties).map((key) => [key])),
  ];
}

function contractKeys(contract: string, known: KnownContract | undefined): xdr.LedgerKey[] {
  return [
    ...(known?.keptIn === 'entry' ? [] : [instanceKey(contract)]),
    ...(known?.keptIn === 'instance' ? [] : [escrowKey(contract)]),
  ];
}

/** @param protocol the network's, where it is known. @throws TypeError where an entry has an unexpected type */
export function sightIn(
  entries: Entries,
  { account, contracts, known, parties }: Wanted,
  protocol?: number,
): ReadSnapshot {
  const found = account === undefined ? undefined : accountIn(entries, account);
  const existing = contracts.flatMap((contract) => {
    const state = contractIn(entries, contract, known?.get(contract));
    return state === undefined ? [] : [[contract, state] as const];
  });
  return {
    kind: 'seen',
    ledger: entries.ledger,
    ...(found === undefined ? {} : { account: found }),
    contracts: new Map(existing),
    ...(parties === undefined
      ? {}
      : { parties: { ...partiesIn(entries, parties), ...(protocol === undefined ? {} : { protocol }) } }),
  };
}

/** @throws Error of any kind where the RPC does not answer the question */
export async function findRawEntries(server: Server, contract: string, token?: string): Promise<RawEntries> {
  const keys = [
    ...[instanceKey(contract), escrowKey(contract)],
    ...(token === undefined ? [] : [instanceKey(token), balanceKey({ holder: contract, token })]),
  ];
  const found = await readEntries(server, [keys]);
  const entries = keys.flatMap((key): RawEntry[] => {
    const data = found.at(key);
    return data?.type === 'contractData' ? [{ xdr: data.contractData.toXdr('base64'), ...modifiedIn(found, key) }] : [];
  });
  return { kind: 'seen', ledger: found.ledger, entries };
}

/** @throws Error of any kind where the RPC does not answer the question */
export async function findAccount(server: Server, address: string): Promise<FoundAccount> {
  const entries = await readEntries(server, [[accountKey(address)]]);
  const entry = accountIn(entries, address);
  const { ledger } = entries;
  return entry === undefined ? { kind: 'missing', ledger } : { kind: 'account', entry, ledger };
}

/** @throws Error of any kind where the RPC does not answer the question */
export async function findSequences(server: Server, addresses: readonly string[]): Promise<FoundSequences> {
  const groups = addresses.map((address) => [accountKey(address)]);
  const entries = await readEntries(server, groups);
  const found = addresses.flatMap((address) => {
    const entry = accountIn(entries, address);
    return entry === undefined ? [] : [[address, BigInt(entry.seqNum)] as const];
  });
  return { sequences: new Map(found), ledger: entries.ledger };
}

/** @param hash lower-case hex */
const codeKey = (hash: string): xdr.LedgerKey =>
  xdr.LedgerKey.contractCode(new xdr.LedgerKeyContractCode({ hash: Uint8Array.from(Buffer.from(hash, 'hex')) }));

/**
 * @returns undefined where no such code is listed
 * @throws Error of any kind where the RPC does not answer the question, or its bytes have another hash
 */
export async function findCode(server: Server, code: string): Promise<Uint8Array | undefined> {
  const data = (await readEntries(server, [[codeKey(code)]])).at(codeKey(code));
  if (data?.type !== 'contractCode') return undefined;
  const bytes = data.contractCode.code;
  if (Buffer.from(hash(bytes)).toString('hex') !== code) throw new TypeError('the bytes of another code');
  return bytes;
}

/** @throws Error of any kind where the RPC does not answer the question */
export async function findInstance(server: Server, contract: string): Promise<xdr.ScContractInstance | undefined> {
  return instanceIn(await readEntries(server, [[instanceKey(contract)]]), contract);
}

function accountIn(entries: Entries, address: string): xdr.AccountEntry | undefined {
  const data = entries.at(accountKey(address));
  return data?.type === 'account' ? data.account : undefined;
}

function partyKeys({ accounts, contracts, asset, token }: WantedParties): xdr.LedgerKey[] {
  return [
    ...accounts.flatMap((account) => [accountKey(account), dataKey(account, MEMO_REQUIRED)]),
    ...(asset === undefined ? [] : accounts.map((account) => trustlineKey(account, asset))),
    ...contracts.map(instanceKey),
    ...(token === undefined ? [] : contracts.map((holder) => balanceKey({ holder, token }))),
  ];
}

/** Reads possible payees from the ledger: accounts, their trustlines, and the code of contracts. */
function partiesIn(entries: Entries, { accounts, contracts, asset, token }: WantedParties): Parties {
  const codes = contracts.flatMap((address) => {
    const instance = instanceIn(entries, address);
    return instance === undefined ? [] : [[address, codeOf(instance.executable)] as const];
  });
  return {
    ...(asset === undefined ? {} : { asset }),
    accounts: new Map(accounts.map((address) => [address, partyAccount(entries, address, asset)])),
    tokens: new Set(codes.flatMap(([address, code]) => (code === 'stellar-asset' ? [address] : []))),
    codes: new Map(codes.filter(([, code]) => code !== 'stellar-asset')),
    frozen: new Set(
      token === undefined ? [] : contracts.filter((holder) => isFrozen(entries.at(balanceKey({ holder, token })))),
    ),
  };
}

/** SEP-29: exchanges set it, whose accounts many people share. */
const MEMO_REQUIRED = 'config.memo_required';

function partyAccount(entries: Entries, address: string, asset: WantedParties['asset']): PartyAccount {
  const account = accountIn(entries, address);
  const line = asset && entries.at(trustlineKey(address, asset));
  const memo = entries.at(dataKey(address, MEMO_REQUIRED));
  return {
    exists: account !== undefined,
    ...(asset === undefined ? {} : { trustline: address === asset.issuer || line !== undefined }),
    ...(line?.type === 'trustline' ? trustlineState(line.trustLine) : {}),
    ...(account === undefined ? {} : { severalSigners: needsSeveral(account) }),
    needsMemo: memo?.type === 'data' && Buffer.from(memo.data.dataValue.toBytes()).toString() === '1',
  };
}

/** `authorizedFlag`; with the other one alone it can only be paid out of. */
const AUTHORISED = 1;

function trustlineState({ balance, limit, flags, ext }: xdr.TrustLineEntry): Partial<PartyAccount> {
  const promised = ext.type === 'v1' ? ext.v1.liabilities.buying : 0n;
  return { limit, isAuthorised: (flags & AUTHORISED) !== 0, room: limit - balance - promised };
}

export function trustlineKey(account: string, { code, issuer }: NonNullable<WantedParties['asset']>): xdr.LedgerKey {
  const accountId = Keypair.fromPublicKey(account).xdrAccountId();
  const asset = new Asset(code, issuer).toTrustLineXdrObject();
  return xdr.LedgerKey.trustline(new xdr.LedgerKeyTrustLine({ accountId, asset }));
}

/** Whether the account's own key is not enough for a contract call. */
function needsSeveral({ thresholds, signers }: xdr.AccountEntry): boolean {
  const [own = 0, , medium = 0] = thresholds.toBytes();
  return signers.length > 0 && own < Math.max(medium, 1);
}
