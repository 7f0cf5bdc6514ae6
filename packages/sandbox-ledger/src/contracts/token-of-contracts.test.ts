/** Contracts as holders of tokens: what an escrow's release will come down to. */
import { contractIdFor } from '@countersign/core/kinds';
import { NETWORKS } from '@countersign/core/network';
import { address, TOKEN } from '@countersign/testkit/ledger/sandbox-client';
import { Asset, hash, scValToBigInt, xdr } from '@stellar/stellar-sdk/base';
import { expect, test } from 'vitest';
import { changedAccount, contractInstance, newAccount } from '../entries.ts';
import { EnforcedAuthorization } from '../host/authorization.ts';
import { Host, type NativeContract } from '../host/host.ts';
import { addressValue, field, i128 } from '../host/values.ts';
import { Overlay } from '../overlay.ts';
import { tokenContract, tokenInstance } from './token.ts';

const { passphrase } = NETWORKS.sandbox;
const HOLDER = contractIdFor(address('client'), new Uint8Array(32), passphrase);
const PAYEE = contractIdFor(address('client'), new Uint8Array(32).fill(1), passphrase);

/** Pays from its own balance. */
const holder: NativeContract = {
  pay: (context, [to, amount]) =>
    context.host.call(TOKEN.address, 'transfer', [addressValue(context.self), to as xdr.ScVal, amount as xdr.ScVal]),
};

const { authRequiredFlag, authRevocableFlag, authClawbackEnabledFlag } = xdr.AccountFlags;

/** @param flags of the issuer */
function newHost(flags = 0): Host {
  const overlay = new Overlay(() => undefined, 1);
  const issuer = newAccount(TOKEN.issuer, 0n, 0n) as xdr.LedgerEntryDataAccount;
  overlay.put(changedAccount(issuer.account, { flags }));
  overlay.put(tokenInstance(new Asset(TOKEN.code, TOKEN.issuer), passphrase));
  for (const contract of [HOLDER, PAYEE]) {
    overlay.put(contractInstance(contract, xdr.ContractExecutable.contractExecutableWasm(new Uint8Array(32)), []));
  }
  const word = new xdr.SorobanAuthorizationEntry({
    credentials: xdr.SorobanCredentials.sorobanCredentialsSourceAccount(),
    rootInvocation: new xdr.SorobanAuthorizedInvocation({
      function: xdr.SorobanAuthorizedFunction.sorobanAuthorizedFunctionTypeContractFn(
        new xdr.InvokeContractArgs({
          contractAddress: (addressValue(TOKEN.address) as xdr.ScValAddress).address,
          functionName: 'transfer',
          args: [addressValue(TOKEN.issuer), addressValue(HOLDER), i128(10n)],
        }),
      ),
      subInvocations: [],
    }),
  });
  const host = new Host({
    overlay,
    authorization: new EnforcedAuthorization([word], TOKEN.issuer),
    networkId: hash(new TextEncoder().encode(passphrase)),
    findContract: ({ type }) => (type === 'contractExecutableStellarAsset' ? tokenContract : holder),
  });
  host.call(TOKEN.address, 'transfer', [addressValue(TOKEN.issuer), addressValue(HOLDER), i128(10n)]);
  return host;
}

const balance = (host: Host, of: string) => scValToBigInt(host.call(TOKEN.address, 'balance', [addressValue(of)]));

test('a contract pays from its own balance, to the last unit and no further', () => {
  const host = newHost();
  expect(balance(host, HOLDER)).toBe(10n);
  host.call(HOLDER, 'pay', [addressValue(PAYEE), i128(4n)]);
  expect([balance(host, HOLDER), balance(host, PAYEE)]).toEqual([6n, 4n]);
  expect(() => host.call(HOLDER, 'pay', [addressValue(PAYEE), i128(7n)])).toThrow('Error(Contract, #10)');
  host.call(HOLDER, 'pay', [addressValue(HOLDER), i128(6n)]);
  expect([balance(host, HOLDER), balance(host, PAYEE)]).toEqual([6n, 4n]);
});

test('lets the issuer’s account decide whether a contract may receive, and whether the balance can be clawed back', () => {
  expect(() => newHost(authRequiredFlag.value)).toThrow('Error(Contract, #11)');
  const balanceEntry = (host: Host) =>
    [...host.overlay.changedEntries()].find(([, data]) => JSON.stringify(data?.toJson()).includes('clawback'))?.[1];
  const clawback = (host: Host) => {
    const data = balanceEntry(host) as xdr.LedgerEntryDataContractData;
    return field(data.contractData.val, 'clawback')?.value;
  };
  expect(clawback(newHost())).toBe(false);
  const host = newHost(authRevocableFlag.value | authClawbackEnabledFlag.value);
  expect(clawback(host)).toBe(true);
  host.call(HOLDER, 'pay', [addressValue(PAYEE), i128(4n)]);
  expect(clawback(host)).toBe(true);
});

test('a contract’s amounts are 128-bit', () => {
  const host = newHost();
  expect(() => host.call(HOLDER, 'pay', [addressValue(PAYEE), i128(10n ** 25n)])).toThrow('Error(Contract, #10)');
  expect(() => host.call(HOLDER, 'pay', [addressValue(TOKEN.issuer), i128(10n)])).not.toThrow();
  // Nothing is no balance, and leaves no entry.
  host.call(PAYEE, 'pay', [addressValue(HOLDER), i128(0n)]);
  expect(() => host.call(PAYEE, 'pay', [addressValue(HOLDER), i128(1n)])).toThrow('Error(Contract, #10)');
});
