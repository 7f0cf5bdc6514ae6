/** The rules of factory and escrow, each by the error that the real contract answers with. */
import { randomBytes } from 'node:crypto';
import { parseDeployRequest } from '@countersign/core/escrow';
import {
  contractIdFor,
  deployInvocation,
  escrowOfRequest,
  type InterfaceEscrow,
  interfaceMulti,
} from '@countersign/core/kinds';
import { NETWORKS } from '@countersign/core/network';
import { demoKeypair } from '@countersign/escrow-service';
import {
  address,
  balances,
  deployBody,
  deployEscrow,
  PASSPHRASE,
  prepareCall,
  settle,
  startTestSandbox,
  type TestSandbox,
  TOKEN,
} from '@countersign/testkit/ledger/sandbox-client';
import { simulateCall } from '@countersign/testkit/ledger/simulate-call';
import { Address, scValToNative, xdr } from '@stellar/stellar-sdk/base';
import { Api } from '@stellar/stellar-sdk/rpc';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { i128 } from '../host/values.ts';

let t: TestSandbox;
beforeAll(async () => {
  t = await startTestSandbox();
});
afterAll(() => t.sandbox.close());

const client = demoKeypair('client');
const { factory, wasmHash } = NETWORKS.sandbox;
const addressValue = (text: string) => Address.fromString(text).toScVal();
const simulate = (contract: string, name: string, ...args: xdr.ScVal[]) => simulateCall(t, contract, name, ...args);

function escrowValue(change: Partial<InterfaceEscrow> = {}): InterfaceEscrow {
  return { ...escrowOfRequest(parseDeployRequest(deployBody())), ...change };
}

function deployArgs(
  escrow: xdr.ScVal = interfaceMulti.encode(escrowValue()),
  salt: Uint8Array = randomBytes(32),
): xdr.ScVal[] {
  const deployer = address('client');
  return deployInvocation({ factory, deployer, wasmHash: Buffer.from(wasmHash, 'hex'), salt, escrow }).args;
}

const milestone = (change: Partial<InterfaceEscrow['milestones'][number]>) => ({
  ...(escrowValue().milestones[0] as InterfaceEscrow['milestones'][number]),
  ...change,
});

describe('initialize_escrow, called by the factory', () => {
  const refused = (escrow: InterfaceEscrow) =>
    simulate(factory, 'deploy', ...deployArgs(interfaceMulti.encode(escrow)));

  test('takes 1 to 10 milestones', async () => {
    await expect(refused(escrowValue({ milestones: [] }))).rejects.toThrow('Error(Contract, #10)');
    const many = (count: number) => escrowValue({ milestones: Array.from({ length: count }, () => milestone({})) });
    await expect(refused(many(11))).rejects.toThrow('Error(Contract, #28)');
    await expect(refused(many(10))).resolves.toBeDefined();
  });

  test('refuses an amount of zero, but not a negative one, like the real contract', async () => {
    await expect(refused(escrowValue({ milestones: [milestone({ amount: 0n })] }))).rejects.toThrow(
      'Error(Contract, #2)',
    );
    await expect(refused(escrowValue({ milestones: [milestone({ amount: -1n })] }))).resolves.toBeDefined();
  });

  test('takes a fee up to 9900 basis points', async () => {
    await expect(refused(escrowValue({ platformFee: 9_901 }))).rejects.toThrow('Error(Contract, #34)');
    await expect(refused(escrowValue({ platformFee: 9_900 }))).resolves.toBeDefined();
  });

  test.each(['approved', 'disputed', 'released', 'resolved'] as const)('refuses the flag %s', async (flag) => {
    const flags = { ...milestone({}).flags, [flag]: true };
    await expect(refused(escrowValue({ milestones: [milestone({ flags })] }))).rejects.toThrow('Error(Contract, #35)');
  });

  test('refuses a second time', async () => {
    const escrow = await deployEscrow(t);
    await expect(simulate(escrow, 'initialize_escrow', interfaceMulti.encode(escrowValue()))).rejects.toThrow(
      'Error(Contract, #3)',
    );
  });

  test('refuses an argument that is not an escrow', async () => {
    const fields = (interfaceMulti.encode(escrowValue()) as xdr.ScValMap).map as xdr.ScMapEntry[];
    const lacking = xdr.ScVal.scvMap(fields.slice(1));
    await expect(simulate(factory, 'deploy', ...deployArgs(lacking))).rejects.toThrow('Error(Value, UnexpectedType)');
    await expect(simulate(factory, 'deploy', ...deployArgs(xdr.ScVal.scvU32(1)))).rejects.toThrow(
      'Error(Value, UnexpectedType)',
    );
  });
});

describe('the factory', () => {
  test('returns the address derived from deployer and salt, and the escrow; so does the event', async () => {
    const salt = randomBytes(32);
    const transaction = await prepareCall(t, client, factory, 'deploy', ...deployArgs(undefined, salt));
    expect(await settle(t, transaction)).toBe('txSuccess');
    const outcome = await t.rpc.getTransaction(Buffer.from(transaction.hash()).toString('hex'));
    if (outcome.status !== Api.GetTransactionStatus.SUCCESS) throw new Error(outcome.status);
    const [contract, escrow] = (outcome.returnValue as xdr.ScValVec).vec as [xdr.ScVal, xdr.ScVal];
    expect(scValToNative(contract)).toBe(contractIdFor(address('client'), salt, PASSPHRASE));
    expect(escrow.toXdr('base64')).toBe(interfaceMulti.encode(escrowValue()).toXdr('base64'));
    const [event] = outcome.events.contractEventsXdr[0] as [xdr.ContractEvent];
    expect(event.body.v0.topics.map(scValToNative)).toEqual(['tw_init']);
    expect(event.body.v0.data.toXdr('base64')).toBe(xdr.ScVal.scvVec([escrow]).toXdr('base64'));
  });

  test('creates nothing twice at one address', async () => {
    const args = deployArgs();
    expect(await settle(t, await prepareCall(t, client, factory, 'deploy', ...args))).toBe('txSuccess');
    await expect(simulate(factory, 'deploy', ...args)).rejects.toThrow('Error(Storage, ExistingValue)');
  });

  test('refuses code that is not on the ledger, constructor arguments, a wrong number or kind of arguments', async () => {
    const args = deployArgs();
    const code = args.with(1, xdr.ScVal.scvBytes(new Uint8Array(32)));
    await expect(simulate(factory, 'deploy', ...code)).rejects.toThrow('Error(Storage, MissingValue)');
    const constructorArgs = args.with(5, xdr.ScVal.scvVec([xdr.ScVal.scvVoid()]));
    await expect(simulate(factory, 'deploy', ...constructorArgs)).rejects.toThrow('Error(Context, InvalidInput)');
    await expect(simulate(factory, 'deploy', ...args.slice(1))).rejects.toThrow('Error(WasmVm, UnexpectedSize)');
    const salt = args.with(2, xdr.ScVal.scvBytes(new Uint8Array(31)));
    await expect(simulate(factory, 'deploy', ...salt)).rejects.toThrow('Error(Value, UnexpectedType)');
    const initFunction = args.with(3, xdr.ScVal.scvSymbol('no_such_function'));
    await expect(simulate(factory, 'deploy', ...initFunction)).rejects.toThrow('non-existent contract function');
  });

  test('deploys from its own address without an authorisation', async () => {
    const args = deployArgs().with(0, addressValue(factory));
    const result = (await simulate(factory, 'deploy', ...args)) as [string, unknown];
    const salt = (args[2] as xdr.ScValBytes).bytes.toBytes();
    expect(result[0]).toBe(contractIdFor(factory, salt, PASSPHRASE));
  });
});

describe('the escrow', () => {
  test('keeps what it was initialised with, in its instance under ["Escrow"]', async () => {
    const escrow = await deployEscrow(t, { engagementId: 'ENG-7' });
    expect(await simulate(escrow, 'get_escrow')).toMatchObject({ engagement_id: 'ENG-7', platform_fee: 250 });
    const { storage } = await t.rpc.getContractInstance(escrow);
    expect(storage?.map(({ key }) => scValToNative(key))).toEqual([['Escrow']]);
  });

  test('returns another escrow of its kind by address', async () => {
    const [one, other] = [await deployEscrow(t), await deployEscrow(t, { engagementId: 'other' })];
    expect(await simulate(one, 'get_escrow_by_contract_id', addressValue(other))).toMatchObject({
      engagement_id: 'other',
    });
    await expect(simulate(one, 'get_escrow_by_contract_id', addressValue(TOKEN.address))).rejects.toThrow('HostError');
  });

  test('reads the balances of up to 20 escrows, including its own', async () => {
    const [first, second] = [await deployEscrow(t), await deployEscrow(t)];
    const addresses = (list: string[]) => xdr.ScVal.scvVec(list.map(addressValue));
    expect(await simulate(first, 'get_multiple_escrow_balances', addresses([second, first]))).toEqual([
      { address: second, balance: 0n, trustline_decimals: 10_000_000 },
      { address: first, balance: 0n, trustline_decimals: 10_000_000 },
    ]);
    const many = (count: number) => addresses(Array.from({ length: count }, () => second));
    await expect(simulate(first, 'get_multiple_escrow_balances', many(21))).rejects.toThrow('Error(Contract, #26)');
    await expect(simulate(first, 'get_multiple_escrow_balances', many(20))).resolves.toHaveLength(20);
    await expect(simulate(first, 'get_multiple_escrow_balances', addresses([TOKEN.address]))).rejects.toThrow(
      'HostError',
    );
  });

  test('accepts fund_escrow from anybody who states its terms correctly, and emits the event', async () => {
    const escrow = await deployEscrow(t, { engagementId: 'funded' });
    const stored = interfaceMulti.encode(escrowValue({ engagementId: 'funded' }));
    const fund = (expected: xdr.ScVal, amount: bigint, signer = address('client')) =>
      prepareCall(t, client, escrow, 'fund_escrow', addressValue(signer), expected, i128(amount));
    const transaction = await fund(stored, 105_000_000n);
    expect(await settle(t, transaction)).toBe('txSuccess');
    const outcome = await t.rpc.getTransaction(Buffer.from(transaction.hash()).toString('hex'));
    if (outcome.status !== Api.GetTransactionStatus.SUCCESS) throw new Error(outcome.status);
    expect(outcome.returnValue?.type).toBe('scvVoid');
    const events = outcome.events.contractEventsXdr.flat();
    expect(events.map(({ body }) => body.v0.topics.map(scValToNative))).toEqual([
      ['transfer', address('client'), escrow, `${TOKEN.code}:${TOKEN.issuer}`],
      ['tw_fund'],
    ]);
    expect(scValToNative((events[1] as xdr.ContractEvent).body.v0.data)).toEqual([address('client'), 105_000_000n]);
    expect((await balances(t, `signer=${address('client')}&addresses=${escrow}`)).text).toBe(
      `[{"address":"${escrow}","balance":10.5}]`,
    );
    // The signer's word covers the transfer that the contract makes of it.
    const [entry] = (transaction.operations[0] as { auth: xdr.SorobanAuthorizationEntry[] }).auth;
    expect(entry?.rootInvocation.subInvocations).toHaveLength(1);
  });

  test('fund_escrow refuses another escrow’s terms (36), nothing or less (2), no escrow, more than one has, another’s money', async () => {
    const escrow = await deployEscrow(t, { engagementId: 'refused' });
    const stored = interfaceMulti.encode(escrowValue({ engagementId: 'refused' }));
    const fund = (expected: xdr.ScVal, amount: bigint, signer = address('client')) =>
      simulate(escrow, 'fund_escrow', addressValue(signer), expected, i128(amount));
    const { milestones } = escrowValue();
    for (const change of [
      { title: 'Website!' },
      { platformFee: 251 },
      { receiverMemo: 1n },
      { milestones: milestones.toReversed() },
      { milestones: milestones.slice(1) },
    ]) {
      await expect(
        fund(interfaceMulti.encode(escrowValue({ engagementId: 'refused', ...change })), 1n),
      ).rejects.toThrow('Error(Contract, #36)');
    }
    await expect(fund(stored, 0n)).rejects.toThrow('Error(Contract, #2)');
    await expect(fund(stored, -1n)).rejects.toThrow('Error(Contract, #2)');
    await expect(fund(xdr.ScVal.scvVoid(), 1n)).rejects.toThrow('Error(Value, UnexpectedType)');
    await expect(fund(stored, 10n ** 15n)).rejects.toThrow('Error(Contract, #10)');
    // Another's word is asked for, and not there.
    const another = [addressValue(address('provider')), stored, i128(1n)] as const;
    expect(await settle(t, await prepareCall(t, client, escrow, 'fund_escrow', ...another))).toBe('txFailed');
    await expect(fund(stored, 1n)).resolves.toBeNull();
  });

  test('answers 4 (not found) where it was created and never initialised', async () => {
    // A deploy whose initialiser is a mere read leaves the contract bare; it fails, so nothing stays.
    const args = deployArgs().with(3, xdr.ScVal.scvSymbol('get_escrow')).with(4, xdr.ScVal.scvVec([]));
    await expect(simulate(factory, 'deploy', ...args)).rejects.toThrow('Error(Contract, #4)');
  });
});
