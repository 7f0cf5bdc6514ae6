/** The entries of a new sandbox: factories, token, funded demo accounts and friendbot. Deterministic: no clock. */
import { NETWORKS, type Network, SANDBOX_ACCOUNTS } from '@countersign/core/network';
import { Asset, xdr } from '@stellar/stellar-sdk/base';
import { liveContractsOf } from './contracts/registry.ts';
import { tokenInstance } from './contracts/token.ts';
import { changedAccount, contractInstance, MAX_INT64, newAccount, newTrustline } from './entries.ts';

const UNIT = 10_000_000n;
/** What friendbot gives, and what the demo accounts start with, in base units. */
export const STARTING_XLM = 10_000n * UNIT;
export const STARTING_TOKENS = 100_000n * UNIT;

const [SANDBOX_TOKEN] = NETWORKS.sandbox.tokens;
export const SANDBOX_ASSET = new Asset(SANDBOX_TOKEN.code, SANDBOX_TOKEN.issuer);
/** The account of `sandboxKeypair('friendbot')`: to derive it takes as long as to load all of the ledger. */
export const FRIENDBOT = 'GAUO6ZNCBGCVDSFQKME4YAK4QCWJM5B3UVKL7KDLG3RBEKFAOJUYWKIX';

const FIRST_SEQUENCE = 1n << 32n;
export function firstEntries(network: Network = NETWORKS.sandbox): xdr.LedgerEntryData[] {
  const isSandbox = network.name === 'sandbox';
  const assets = network.tokens.map(({ code, issuer }) => new Asset(code, issuer));
  const newHolder = (address: string, tokens?: bigint, xlm = STARTING_XLM) => {
    const account = newAccount(address, xlm, FIRST_SEQUENCE);
    return account.type === 'account' ? holderOfTokens(address, account.account, { tokens, assets }) : [];
  };
  return [
    ...liveContractsOf(network).map(({ factory, wasmHash }) =>
      contractInstance(factory, xdr.ContractExecutable.contractExecutableWasm(Buffer.from(wasmHash, 'hex')), []),
    ),
    ...assets.map((asset) => tokenInstance(asset, network.passphrase)),
    // Where the issuers' keys are unknown, friendbot has what a faucet gives.
    ...(isSandbox
      ? [newAccount(FRIENDBOT, MAX_INT64 / 2n, FIRST_SEQUENCE)]
      : newHolder(FRIENDBOT, MAX_INT64 / 2n, MAX_INT64 / 2n)),
    ...network.tokens.map(({ issuer }) => newAccount(issuer, STARTING_XLM, FIRST_SEQUENCE)),
    ...(isSandbox ? SANDBOX_ACCOUNTS.flatMap(({ address }) => newHolder(address)) : []),
    // Who gets the service's share of what an escrow pays out.
    ...(network.feeAddress === undefined ? [] : newHolder(network.feeAddress, 0n)),
  ];
}

/** The XLM that these entries create, in stroops. */
export function lumensIn(entries: readonly xdr.LedgerEntryData[]): bigint {
  return entries.reduce((sum, data) => (data.type === 'account' ? sum + data.account.balance : sum), 0n);
}

/** The account with trustlines for assets, the sandbox's unless others are named, and base units of each. */
export function holderOfTokens(
  address: string,
  account: xdr.AccountEntry,
  {
    tokens = STARTING_TOKENS,
    assets = [SANDBOX_ASSET],
  }: { readonly tokens?: bigint | undefined; readonly assets?: readonly Asset[] } = {},
): xdr.LedgerEntryData[] {
  return [
    changedAccount(account, { numSubEntries: account.numSubEntries + assets.length }),
    ...assets.map((asset) => newTrustline(address, asset, MAX_INT64, { balance: tokens })),
  ];
}
