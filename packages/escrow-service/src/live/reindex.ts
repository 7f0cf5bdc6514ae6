/** The service’s records of escrows: of a transaction that was not sent through it, of all that the ledger’s events show, and refreshed. */
import { readTransaction } from '@countersign/core/envelope';
import { type ReadDeploy, readDeploy } from '@countersign/core/kinds';
import { Asset, xdr } from '@stellar/stellar-sdk/base';
import { ask, askContract, beginCall, type Call } from '../contract/call.ts';
import { balanceOfToken, holdingKeys, readDecimals, readEntries, readEscrow } from '../contract/ledger-reads.ts';
import { Refusal } from '../contract/refusal.ts';
import { calledIn, isFactory, lookUp } from '../contract/send.ts';
import { type AskedAsset, type EscrowRecord, type LiveService, putRecord } from './live-service.ts';

/**
 * Accepts a deploy by one of its factories, or a call of an indexed escrow.
 * @param hash lower-case hex
 * @returns the escrow
 * @throws Refusal where the transaction is none of these | NetworkTrouble
 */
export async function reindex(service: LiveService, hash: string): Promise<EscrowRecord> {
  const { on, index } = service;
  const call = beginCall(on, on.patience.readMs);
  const reply = await lookUp(call, hash);
  if (reply.status !== 'SUCCESS' || reply.envelopeXdr === undefined) {
    throw new Refusal(`Transaction ${hash} was not found, or did not succeed`);
  }
  const { passphrase } = on.network;
  const { transaction, contract, name, signer } = calledIn(reply.envelopeXdr, passphrase);
  if (isFactory(on.network, contract)) {
    const deploy = readDeploy(readTransaction(transaction.toXdr(), passphrase), passphrase);
    if ('unreadable' in deploy) throw new Refusal('Escrow not found');
    const record = index.get(deploy.contractId) ?? (await recordOf(call, deploy, Number(reply.createdAt) * 1_000));
    return putRecord(service, await refreshed(call, record));
  }
  const record = contract === undefined ? undefined : index.get(contract);
  if (record === undefined) throw new Refusal('Escrow not found');
  const now = await refreshed(call, record);
  return putRecord(service, name === 'fund_escrow' ? { ...now, fundedBy: signer } : now);
}

async function recordOf(
  call: Call,
  { contractId, kind, factory, deployer, escrow }: ReadDeploy,
  createdAt: number,
): Promise<EscrowRecord> {
  return {
    ...{ contractId, kind, factory, signer: deployer, escrow, balance: 0n, createdAt, updatedAt: createdAt },
    ...(await tokenNow(call, escrow.trustline.address)),
  };
}

/** The most deploys to index, newest first: each takes several requests, and the start waits for them. */
const MOST = 200;
const PAGE = 1_000;
/** The event of every new escrow. */
const CREATED = [xdr.ScVal.scvSymbol('tw_init').toXdr('base64'), '**'];

/** @throws NetworkTrouble */
export async function rebuildIndex(service: LiveService): Promise<void> {
  const hashes = await deploysOf(service);
  // Oldest first, so that the index has them in order of creation.
  for (const hash of hashes.slice(-MOST)) {
    await reindex(service, hash).catch((error: unknown) => {
      // From another factory, or no longer readable.
      if (!(error instanceof Refusal)) throw error;
    });
  }
}

async function deploysOf({ on }: LiveService): Promise<readonly string[]> {
  const call = beginCall(on, on.patience.readMs);
  const { oldestLedger } = await ask(call, (rpc) => rpc.getHealth());
  const filters = [{ type: 'contract' as const, topics: [CREATED] }];
  const hashes = new Set<string>();
  const pageFrom = (at: { readonly startLedger: number } | { readonly cursor: string }) =>
    ask(call, (rpc) => rpc.getEvents({ ...at, filters, limit: PAGE }));
  for (let page = await pageFrom({ startLedger: oldestLedger }); ; page = await pageFrom({ cursor: page.cursor })) {
    for (const { txHash } of page.events) hashes.add(txHash);
    if (page.events.length < PAGE && ledgerOf(page.cursor) >= page.latestLedger) return [...hashes];
  }
}

/** The ledger of a cursor: the high half of its first number. */
function ledgerOf(cursor: string): number {
  return Number(BigInt(cursor.split('-', 1)[0] ?? 0) >> 32n);
}

/** The record with the escrow's present state and balance. @throws Refusal | NetworkTrouble */
export async function refreshed(call: Call, record: EscrowRecord): Promise<EscrowRecord> {
  const { escrow } = await readEscrow(call, record.kind, record.contractId);
  const token = escrow.trustline.address;
  const holding = { token, holder: record.contractId };
  const balance = await balanceOfToken(call, holding, await readEntries(call, holdingKeys(holding)));
  const changed = token === record.escrow.trustline.address ? {} : await tokenNow(call, token);
  return { ...record, ...changed, escrow, balance: balance ?? record.balance, updatedAt: call.now() };
}

/** The asset and decimals of a token that the record may lack: an update may have changed it. */
async function tokenNow(call: Call, token: string): Promise<Pick<EscrowRecord, 'asset' | 'decimals'>> {
  const asset = await assetOf(call, token);
  return { asset, decimals: await decimalsOf(call, asset) };
}

/** Every Stellar asset has 7. */
const ASSET_DECIMALS = 7;

/** A contract in place of the issuer is used as it is, as the live service does. */
export function tokenOf({ address, symbol }: AskedAsset, passphrase: string): string {
  return address.startsWith('C') ? address : new Asset(symbol, address).contractId(passphrase);
}

/** The asset that a token names, if the token's address proves it; else the contract itself. */
async function assetOf(call: Call, token: string): Promise<AskedAsset> {
  const textOf = async (name: string) => {
    const value = await askContract(call, token, name);
    return value?.type === 'scvString' ? value.str.toString() : '';
  };
  const [symbol = '', issuer = ''] = (await textOf('name')).split(':');
  try {
    if (new Asset(symbol, issuer).contractId(call.network.passphrase) === token) return { address: issuer, symbol };
  } catch {
    // Not the token of an asset.
  }
  return { address: token, symbol: await textOf('symbol') };
}

/** @throws NetworkTrouble */
export async function decimalsOf(call: Call, { address }: Pick<AskedAsset, 'address'>): Promise<number> {
  const ofToken = address.startsWith('G') ? undefined : await readDecimals(call, address);
  return ofToken ?? ASSET_DECIMALS;
}
