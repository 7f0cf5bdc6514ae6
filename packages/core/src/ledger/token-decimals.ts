/** How many decimals a token has, by Stellar RPC. */
import { Account, Asset, Contract, TransactionBuilder, type xdr } from '@stellar/stellar-sdk/base';
import { Api, type Server } from '@stellar/stellar-sdk/rpc';
import { readEntry } from './stellar-rpc.ts';

export type TokenDecimals = {
  readonly decimals: number;
  /** Whether it can never be another number: that of a Stellar asset, whose code is the network's own. */
  readonly forever: boolean;
};

/** What the network's token contract has, whatever the asset (`DECIMAL` of soroban-env-host's stellar_asset_contract). */
const ASSET_DECIMALS = 7;
/** An amount is an i128, which has 39 digits; a token that says more says nonsense. */
const MAX_DECIMALS = 38;
/** Nobody's account. A simulation reads and needs no source that exists; the SDK's contract client does the same. */
const NOBODY = 'GAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAWHF';

/**
 * The token of a Stellar asset says in its instance which asset it is of, and its address is the hash of that and of
 * the network: where the two agree nobody has lied, the RPC included. Any other token runs code of its own, and what
 * `decimals()` answers is what every wallet believes (SEP-41); an entry in its storage is a habit of some libraries.
 * @param contract C…
 * @returns nothing where there is no such token, or it answers oddly
 * @throws Error of any kind where the RPC does not answer the question
 */
export async function tokenDecimals(
  server: Server,
  contract: string,
  passphrase: string,
): Promise<TokenDecimals | undefined> {
  const instance = instanceOf(await readEntry(server, new Contract(contract).getFootprint()), contract);
  if (instance?.executable.type === 'contractExecutableStellarAsset') {
    return isAddressOf(instance, contract, passphrase) ? { decimals: ASSET_DECIMALS, forever: true } : undefined;
  }
  return instance === undefined ? undefined : await askToken(server, contract, passphrase);
}

function instanceOf(entry: xdr.LedgerEntryData | undefined, contract: string): xdr.ScContractInstance | undefined {
  if (entry?.type !== 'contractData') return undefined;
  const { val } = entry.contractData;
  const isOurs =
    entry.contractData.contract.toXdr('base64') === new Contract(contract).address().toScAddress().toXdr('base64');
  return isOurs && val.type === 'scvContractInstance' ? val.instance : undefined;
}

/** Whether the asset that the instance names ("CODE:ISSUER", or "native") has its contract at this address. */
function isAddressOf({ storage }: xdr.ScContractInstance, contract: string, passphrase: string): boolean {
  const metadata = fieldOf(storage, 'METADATA');
  const name = metadata?.type === 'scvMap' ? fieldOf(metadata.map, 'name') : undefined;
  if (name?.type !== 'scvString') return false;
  const [code = '', issuer] = name.str.toString().split(':');
  const asset = code === 'native' && issuer === undefined ? Asset.native() : new Asset(code, issuer);
  return asset.contractId(passphrase) === contract;
}

function fieldOf(map: readonly xdr.ScMapEntry[] | null, name: string): xdr.ScVal | undefined {
  return map?.find(({ key }) => key.type === 'scvSymbol' && key.sym.toString() === name)?.val;
}

async function askToken(server: Server, contract: string, passphrase: string): Promise<TokenDecimals | undefined> {
  const call = new TransactionBuilder(new Account(NOBODY, '0'), { fee: '100', networkPassphrase: passphrase })
    .addOperation(new Contract(contract).call('decimals'))
    .setTimeout(0)
    .build();
  const reply = await server.simulateTransaction(call);
  const said = Api.isSimulationSuccess(reply) ? reply.result?.retval : undefined;
  if (said?.type !== 'scvU32' || said.u32 > MAX_DECIMALS) return undefined;
  return { decimals: said.u32, forever: false };
}
