/** The contracts that are live today: their rules, each by the error that the real contract answers with. */
import { randomBytes } from 'node:crypto';
import { contractIdFor, type EscrowOnChain } from '@countersign/core/kinds';
import type { Release } from '@countersign/core/network';
import { demoKeypair } from '@countersign/escrow-service';
import {
  deployLiveEscrow,
  liveDeployCall,
  liveEscrow,
  liveEscrowValue,
  livePins,
  V1,
} from '@countersign/testkit/ledger/live-escrow';
import {
  address,
  deployEscrow,
  PASSPHRASE,
  prepareCall,
  settle,
  simulateCall,
  startTestSandbox,
  TOKEN,
} from '@countersign/testkit/ledger/sandbox-client';
import { Asset, Keypair, scValToNative, type Transaction, xdr } from '@stellar/stellar-sdk/base';
import { Api } from '@stellar/stellar-sdk/rpc';
import { afterAll, describe, expect, test } from 'vitest';
import { addressValue, i128, symbol, unitKey } from '../../host/values.ts';
import { accountKey, codeKey, contractDataKey, instanceKey, keyText, trustlineKey } from '../../keys.ts';

const t = await startTestSandbox();
afterAll(() => t.sandbox.close());

const RELEASES = ['multi', 'single'] as const;
const client = demoKeypair('client');
const simulate = (contract: string, name: string, ...args: xdr.ScVal[]) => simulateCall(t, contract, name, ...args);
const created = (release: Release, change: Partial<EscrowOnChain> = {}) => deployLiveEscrow(t, release, change);

async function outcomeOf(transaction: Transaction) {
  expect(await settle(t, transaction)).toBe('txSuccess');
  const outcome = await t.rpc.getTransaction(Buffer.from(transaction.hash()).toString('hex'));
  if (outcome.status !== Api.GetTransactionStatus.SUCCESS) throw new Error(outcome.status);
  return outcome;
}

const dataOf = (transaction: Transaction) =>
  ((transaction.toEnvelope() as xdr.TransactionEnvelopeTx).v1.tx.ext as xdr.TransactionExtSorobanData).sorobanData;

function footprintOf(transaction: Transaction) {
  const { readOnly, readWrite } = dataOf(transaction).resources.footprint;
  return { readOnly: readOnly.map(keyText).sort(), readWrite: readWrite.map(keyText).sort() };
}

const ESCROW = unitKey('Escrow');
const balanceOf = (holder: string) =>
  contractDataKey(TOKEN.address, xdr.ScVal.scvVec([symbol('Balance'), addressValue(holder)]));

/** Numbers of both releases: multi, single. */
const NUMBERS = {
  AmountCannotBeZero: [1, 1],
  EscrowAlreadyInitialized: [8, 2],
  EscrowNotFound: [13, 3],
  EscrowPropertiesMismatch: [15, 33],
  InsufficientFundsForEscrowFunding: [19, 42],
  TooManyEscrowsRequested: [44, 25],
} as const;
const refused = (release: Release, name: keyof typeof NUMBERS) =>
  `Error(Contract, #${NUMBERS[name][release === 'multi' ? 0 : 1]})`;

test('the sandbox has both factories, and the fee account with a trustline', async () => {
  for (const release of RELEASES) {
    const { executable, storage } = await t.rpc.getContractInstance(livePins(release).factory);
    expect(storage ?? []).toEqual([]);
    expect((executable as xdr.ContractExecutableWasm).wasmHash.toString()).toBe(livePins(release).wasmHash);
  }
  const asset = new Asset(TOKEN.code, TOKEN.issuer);
  const { balanceEntry } = await t.rpc.getAssetBalance(V1.feeAddress as string, asset, PASSPHRASE);
  expect(balanceEntry).toMatchObject({ amount: '0', authorized: true });
});

describe.each(RELEASES)('a %s-release deploy', (release) => {
  const { factory, wasmHash } = livePins(release);

  test('creates the escrow at an address of the factory, and emits the event', async () => {
    const salt = randomBytes(32);
    const { returnValue, events } = await outcomeOf(
      await prepareCall(t, client, ...liveDeployCall(release, liveEscrowValue(release), salt)),
    );
    const contractId = contractIdFor(factory, salt, PASSPHRASE);
    const [contract, escrow] = (returnValue as xdr.ScValVec).vec as [xdr.ScVal, xdr.ScVal];
    expect(scValToNative(contract)).toBe(contractId);
    expect(escrow.equals(liveEscrowValue(release))).toBe(true);
    const [event, ...others] = events.contractEventsXdr.flat() as [xdr.ContractEvent];
    expect(others).toEqual([]);
    expect(event.body.v0.topics.map(scValToNative)).toEqual(['tw_init']);
    expect(event.body.v0.data.equals(xdr.ScVal.scvVec([escrow]))).toBe(true);
    // It is in an entry of its own.
    const { storage, executable } = await t.rpc.getContractInstance(contractId);
    expect(storage ?? []).toEqual([]);
    expect((executable as xdr.ContractExecutableWasm).wasmHash.toString()).toBe(wasmHash);
    const { val } = await t.rpc.getContractData(contractId, ESCROW);
    expect((val as xdr.LedgerEntryDataContractData).contractData.val.equals(escrow)).toBe(true);
  });

  test('has the footprint of a real one, and authorises the factory’s call alone', async () => {
    const salt = randomBytes(32);
    const transaction = await prepareCall(t, client, ...liveDeployCall(release, liveEscrowValue(release), salt));
    const contractId = contractIdFor(factory, salt, PASSPHRASE);
    expect(footprintOf(transaction)).toEqual({
      readOnly: [
        contractDataKey(factory, ESCROW),
        instanceKey(factory),
        codeKey(Buffer.from(wasmHash, 'hex')),
        ...(release === 'multi' ? [instanceKey(TOKEN.address), balanceOf(contractId)] : []),
      ]
        .map(keyText)
        .sort(),
      readWrite: [contractDataKey(contractId, ESCROW), instanceKey(contractId)].map(keyText).sort(),
    });
    const [{ auth }] = transaction.operations as unknown as [{ auth: xdr.SorobanAuthorizationEntry[] }];
    expect(auth).toHaveLength(1);
    expect(auth[0]?.rootInvocation.subInvocations).toEqual([]);
  });

  test('creates nothing twice at one address', async () => {
    const again = liveDeployCall(release);
    expect(await settle(t, await prepareCall(t, client, ...again))).toBe('txSuccess');
    await expect(simulate(...again)).rejects.toThrow('Error(Storage, ExistingValue)');
  });

  test('is refused by an escrow, since only a factory creates others', async () => {
    const [, ...call] = liveDeployCall(release);
    await expect(simulate(await created(release), ...call)).rejects.toThrow(
      refused(release, 'EscrowAlreadyInitialized'),
    );
  });

  test('refuses code that is not on the ledger, constructor arguments and a wrong number of arguments', async () => {
    const [contract, name, ...args] = liveDeployCall(release);
    const code = args.with(1, xdr.ScVal.scvBytes(new Uint8Array(32)));
    await expect(simulate(contract, name, ...code)).rejects.toThrow('Error(Storage, MissingValue)');
    const constructorArgs = args.with(5, xdr.ScVal.scvVec([xdr.ScVal.scvVoid()]));
    await expect(simulate(contract, name, ...constructorArgs)).rejects.toThrow('Error(Context, InvalidInput)');
    await expect(simulate(contract, name, ...args.slice(1))).rejects.toThrow('Error(WasmVm, UnexpectedSize)');
    await expect(simulate(contract, 'deploy', ...args)).rejects.toThrow('non-existent contract function');
  });
});

test('a multi-release escrow cannot be created at an address with a balance', async () => {
  const salt = randomBytes(32);
  const pay = async (release: Release) => {
    const to = addressValue(contractIdFor(livePins(release).factory, salt, PASSPHRASE));
    const transfer = [addressValue(address('client')), to, i128(1n)] as const;
    expect(await settle(t, await prepareCall(t, client, TOKEN.address, 'transfer', ...transfer))).toBe('txSuccess');
    return simulate(...liveDeployCall(release, liveEscrowValue(release), salt));
  };
  await expect(pay('multi')).rejects.toThrow('Error(Contract, #10)');
  await expect(pay('single')).resolves.toBeDefined();
});

describe.each(RELEASES)('a %s-release escrow', (release) => {
  const fundArgs = (expected: xdr.ScVal, amount: bigint, signer = address('client')) =>
    [addressValue(signer), expected, i128(amount)] as const;

  test('accepts fund_escrow from anyone who states its terms correctly, and emits the event', async () => {
    const escrow = await created(release, { engagementId: 'funded' });
    const stored = liveEscrowValue(release, { engagementId: 'funded' });
    const transaction = await prepareCall(t, client, escrow, 'fund_escrow', ...fundArgs(stored, 105_000_000n));
    const { returnValue, events } = await outcomeOf(transaction);
    expect(returnValue?.type).toBe('scvVoid');
    const emitted = events.contractEventsXdr.flat();
    expect(emitted.map(({ body }) => body.v0.topics.map(scValToNative))).toEqual([
      ['transfer', address('client'), escrow, `${TOKEN.code}:${TOKEN.issuer}`],
      ['tw_fund'],
    ]);
    expect(scValToNative((emitted[1] as xdr.ContractEvent).body.v0.data)).toEqual([address('client'), 105_000_000n]);
    expect(await simulate(TOKEN.address, 'balance', addressValue(escrow))).toBe(105_000_000n);
    // The signer's word covers the transfer that the contract makes of it.
    const [{ auth }] = transaction.operations as unknown as [{ auth: xdr.SorobanAuthorizationEntry[] }];
    expect(auth[0]?.rootInvocation.subInvocations).toHaveLength(1);
    expect(footprintOf(transaction)).toEqual({
      readOnly: [
        contractDataKey(escrow, ESCROW),
        instanceKey(escrow),
        instanceKey(TOKEN.address),
        codeKey(Buffer.from(livePins(release).wasmHash, 'hex')),
        // Whether a contract may hold the token at all: it is asked as the first of it comes.
        accountKey(TOKEN.issuer),
      ]
        .map(keyText)
        .sort(),
      readWrite: [trustlineKey(address('client'), new Asset(TOKEN.code, TOKEN.issuer)), balanceOf(escrow)]
        .map(keyText)
        .sort(),
    });
  });

  test('refuses other terms, nothing or less, more than the signer has, and another’s money', async () => {
    const escrow = await created(release, { engagementId: 'refused' });
    const stored = liveEscrowValue(release, { engagementId: 'refused' });
    const fund = (expected: xdr.ScVal, amount: bigint, signer?: string) =>
      simulate(escrow, 'fund_escrow', ...fundArgs(expected, amount, signer));
    const { milestones } = liveEscrow(release);
    for (const change of [{ title: 'Website!' }, { platformFee: 251 }, { milestones: milestones.toReversed() }]) {
      const expected = liveEscrowValue(release, { engagementId: 'refused', ...change });
      await expect(fund(expected, 1n)).rejects.toThrow(refused(release, 'EscrowPropertiesMismatch'));
    }
    for (const amount of [0n, -1n]) {
      await expect(fund(stored, amount)).rejects.toThrow(refused(release, 'AmountCannotBeZero'));
    }
    await expect(fund(stored, 10n ** 15n)).rejects.toThrow(refused(release, 'InsufficientFundsForEscrowFunding'));
    await expect(fund(xdr.ScVal.scvVoid(), 1n)).rejects.toThrow('Error(Value, UnexpectedType)');
    // Another's word is asked for, and not there.
    const another = fundArgs(stored, 1n, address('provider'));
    expect(await settle(t, await prepareCall(t, client, escrow, 'fund_escrow', ...another))).toBe('txFailed');
    // Somebody without a trustline: the token's own error.
    await expect(fund(stored, 1n, Keypair.random().publicKey())).rejects.toThrow('Error(Contract, #13)');
    await expect(fund(stored, 1n)).resolves.toBeNull();
  });

  test('returns itself, and another escrow of its kind by address', async () => {
    const [one, other] = [
      await created(release, { engagementId: 'one' }),
      await created(release, { engagementId: 'other' }),
    ];
    expect(await simulate(one, 'get_escrow')).toMatchObject({ engagement_id: 'one', receiver_memo: 0 });
    expect(await simulate(one, 'get_escrow_by_contract_id', addressValue(other))).toMatchObject({
      engagement_id: 'other',
    });
    const { factory } = livePins(release);
    await expect(simulate(factory, 'get_escrow')).rejects.toThrow(refused(release, 'EscrowNotFound'));
    expect(await simulate(factory, 'get_escrow_by_contract_id', addressValue(one))).toMatchObject({
      engagement_id: 'one',
    });
  });

  test('reads the balances of up to 20 escrows of its kind, itself among them, with the token’s decimals', async () => {
    const [one, other] = [await created(release), await created(release)];
    const addresses = (list: string[]) => xdr.ScVal.scvVec(list.map(addressValue));
    expect(await simulate(one, 'get_multiple_escrow_balances', addresses([other, one]))).toEqual([
      { address: other, balance: 0n, trustline_decimals: 7 },
      { address: one, balance: 0n, trustline_decimals: 7 },
    ]);
    const many = (count: number) => addresses(Array.from({ length: count }, () => other));
    await expect(simulate(one, 'get_multiple_escrow_balances', many(21))).rejects.toThrow(
      refused(release, 'TooManyEscrowsRequested'),
    );
    await expect(simulate(one, 'get_multiple_escrow_balances', many(20))).resolves.toHaveLength(20);
    const ofOther = await deployEscrow(t, release === 'multi' ? { kind: 'single' } : {});
    for (const wrong of [TOKEN.address, ofOther]) {
      await expect(simulate(one, 'get_multiple_escrow_balances', addresses([wrong]))).rejects.toThrow('HostError');
    }
  });
});
