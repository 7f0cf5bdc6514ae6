/** What stands in a new sandbox: factory, token, demo accounts with funds, and friendbot. Constants; no chance, no clock. */
import { NETWORKS, SANDBOX_ACCOUNTS } from '@countersign/core/network';
import { sandboxKeypair } from '@countersign/core/sandbox-keys';
import { Asset, xdr } from '@stellar/stellar-sdk/base';
import { FACTORY_CODE_HASH } from './contracts/registry.ts';
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

/** The lumens of a new sandbox, in stroops. */
export const GENESIS_LUMENS = MAX_INT64 / 2n + BigInt(1 + SANDBOX_ACCOUNTS.length) * STARTING_XLM;

export function genesisEntries(): xdr.LedgerEntryData[] {
  return [
    contractInstance(SANDBOX.factory, xdr.ContractExecutable.contractExecutableWasm(FACTORY_CODE_HASH), []),
    tokenInstance(SANDBOX_ASSET, SANDBOX.passphrase),
    newAccount(FRIENDBOT.publicKey(), MAX_INT64 / 2n, FIRST_SEQUENCE),
    newAccount(SANDBOX_TOKEN.issuer, STARTING_XLM, FIRST_SEQUENCE),
    ...SANDBOX_ACCOUNTS.flatMap(({ address }) => {
      const account = newAccount(address, STARTING_XLM, FIRST_SEQUENCE);
      return account.type === 'account' ? holderOfTokens(address, account.account) : [];
    }),
  ];
}

/** The account with a trustline for the sandbox's token, and tokens on it. */
export function holderOfTokens(address: string, account: xdr.AccountEntry): xdr.LedgerEntryData[] {
  return [
    changedAccount(account, { numSubEntries: account.numSubEntries + 1 }),
    newTrustline(address, SANDBOX_ASSET, MAX_INT64, STARTING_TOKENS),
  ];
}
