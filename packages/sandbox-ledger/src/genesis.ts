/** The entries of a new sandbox: factories, token, funded demo accounts and friendbot. Deterministic: no clock. */
import { NETWORKS, SANDBOX_ACCOUNTS } from '@countersign/core/network';
import { sandboxKeypair } from '@countersign/core/sandbox-keys';
import { Asset, xdr } from '@stellar/stellar-sdk/base';
import { LIVE_CONTRACTS } from './contracts/registry.ts';
import { tokenInstance } from './contracts/token.ts';
import { changedAccount, contractInstance, MAX_INT64, newAccount, newTrustline } from './entries.ts';

const SANDBOX = NETWORKS.sandbox;
/** Base units in one XLM or one token. */
const UNIT = 10_000_000n;
/** What friendbot gives, and what the demo accounts start with, in base units. */
export const STARTING_XLM = 10_000n * UNIT;
export const STARTING_TOKENS = 100_000n * UNIT;

const [SANDBOX_TOKEN] = SANDBOX.tokens;
export const SANDBOX_ASSET = new Asset(SANDBOX_TOKEN.code, SANDBOX_TOKEN.issuer);
/** Signs the transactions that fund accounts. */
export const FRIENDBOT = sandboxKeypair('friendbot');

const FIRST_SEQUENCE = 1n << 32n;
export function firstEntries(): xdr.LedgerEntryData[] {
  return [
    ...LIVE_CONTRACTS.map(({ factory, wasmHash }) =>
      contractInstance(factory, xdr.ContractExecutable.contractExecutableWasm(Buffer.from(wasmHash, 'hex')), []),
    ),
    tokenInstance(SANDBOX_ASSET, SANDBOX.passphrase),
    newAccount(FRIENDBOT.publicKey(), MAX_INT64 / 2n, FIRST_SEQUENCE),
    newAccount(SANDBOX_TOKEN.issuer, STARTING_XLM, FIRST_SEQUENCE),
    ...SANDBOX_ACCOUNTS.flatMap(({ address }) => newHolder(address)),
    // Who gets the service's share of what an escrow pays out.
    ...newHolder(SANDBOX.feeAddress, 0n),
  ];
}

function newHolder(address: string, tokens?: bigint): xdr.LedgerEntryData[] {
  const account = newAccount(address, STARTING_XLM, FIRST_SEQUENCE);
  return account.type === 'account' ? holderOfTokens(address, account.account, tokens) : [];
}

/** The XLM that these entries create, in stroops. */
export function lumensIn(entries: readonly xdr.LedgerEntryData[]): bigint {
  return entries.reduce((sum, data) => (data.type === 'account' ? sum + data.account.balance : sum), 0n);
}

/** The account with a trustline for the sandbox's token, and base units of it. */
export function holderOfTokens(
  address: string,
  account: xdr.AccountEntry,
  tokens = STARTING_TOKENS,
): xdr.LedgerEntryData[] {
  return [
    changedAccount(account, { numSubEntries: account.numSubEntries + 1 }),
    newTrustline(address, SANDBOX_ASSET, MAX_INT64, { balance: tokens }),
  ];
}
