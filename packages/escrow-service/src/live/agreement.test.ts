/** Whatever is asked of this service in v1, core verifies what it builds. */
import { checkUnsigned } from '@countersign/core/actions';
import { readTransaction } from '@countersign/core/envelope';
import { CountersignError } from '@countersign/core/errors';
import { fromBaseUnits, parseDeployRequest } from '@countersign/core/escrow';
import { sizeProblems } from '@countersign/core/internal/actions/deploy/parse-deploy';
import { readDeploy } from '@countersign/core/kinds';
import { type Pins, pinsOf } from '@countersign/core/network';
import { hiddenCharacters, isBlank } from '@countersign/core/text';
import {
  liveBody,
  liveDeploy,
  liveEscrow,
  liveFund,
  liveSend,
  startLiveSandbox,
  V1,
} from '@countersign/testkit/ledger/live-client';
import { address, read, sign, type TestSandbox, TOKEN } from '@countersign/testkit/ledger/sandbox-client';
import { Address, scValToNative, type xdr } from '@stellar/stellar-sdk/base';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let t: TestSandbox;
beforeAll(async () => {
  t = await startLiveSandbox();
});
afterAll(() => t.sandbox.close());

const text = (maxLength: number) =>
  fc
    .string({ unit: 'grapheme', minLength: 1, maxLength })
    .filter((value) => value.length <= maxLength && !isBlank(value) && hiddenCharacters(value).length === 0)
    .filter((value) => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(value));
const party = fc.constantFrom(address('client'), address('provider'), address('arbiter'), TOKEN.address);
const request = fc
  .record({
    kind: fc.constantFrom('multi', 'single'),
    signer: fc.constantFrom(address('client'), address('provider')),
    engagementId: text(100),
    title: text(100),
    description: text(500),
    roles: fc.record({
      approver: party,
      serviceProvider: party,
      platformAddress: party,
      releaseSigner: party,
      disputeResolver: party,
      receiver: party,
    }),
    platformFee: fc.integer({ min: 0, max: 9_900 }).map((points) => fromBaseUnits(BigInt(points), 2)),
    milestones: fc.array(
      fc.record(
        {
          description: text(500),
          amount: fc.bigInt({ min: 1n, max: 10n ** 18n }).map((units) => fromBaseUnits(units, 7)),
          receiver: party,
        },
        { requiredKeys: ['description', 'amount'] },
      ),
      { minLength: 1, maxLength: 10 },
    ),
  })
  .filter(isTaken);

/** Whether one transaction has room for it, and an account for its total. */
function isTaken(asked: object): boolean {
  try {
    return sizeProblems(parseDeployRequest({ ...asked, trustline: { address: TOKEN.issuer } }, V1), V1).length === 0;
  } catch (error) {
    if (error instanceof CountersignError && error.code === 'INPUT_INVALID') return false;
    throw error;
  }
}

type Request = typeof request extends fc.Arbitrary<infer T> ? T : never;

/** The body of v1 for a request: numbers with all their digits. */
function bodyOf({ kind, signer, engagementId, title, description, ...asked }: Request): string {
  const { receiver, ...others } = asked.roles;
  const exact = (decimal: string) => JSON.rawJSON(decimal);
  const units = (amount: string) => {
    const [whole = '', fraction = ''] = amount.split('.');
    return BigInt(whole + fraction.padEnd(7, '0'));
  };
  const total = asked.milestones.reduce((sum, { amount }) => sum + units(amount), 0n);
  return JSON.stringify({
    ...{ signer, engagementId, title, description },
    platformFee: exact(asked.platformFee),
    trustline: { address: TOKEN.issuer, symbol: 'USDC' },
    ...(kind === 'single'
      ? {
          amount: exact(fromBaseUnits(total, 7)),
          roles: { ...asked.roles, receiver: asked.milestones[0]?.receiver ?? receiver },
          milestones: asked.milestones.map(({ description }) => ({ description })),
        }
      : {
          roles: others,
          milestones: asked.milestones.map(({ description, amount, receiver: own = receiver }) => ({
            ...{ description, receiver: own },
            amount: exact(amount),
          })),
        }),
  });
}

test('any request of either kind: verified when prepared, at the address that was computed', async () => {
  await fc.assert(
    fc.asyncProperty(request, async (asked) => {
      const release = asked.kind as 'multi' | 'single';
      const { status, json, text } = await liveDeploy(t, release, bodyOf(asked));
      expect(status, text).toBe(201);
      const wanted = parseDeployRequest({ ...asked, trustline: { address: TOKEN.issuer } }, V1);
      const check = checkUnsigned(readTransaction(json.unsignedTransaction, V1.passphrase), wanted, {
        network: V1,
        maxFee: 50_000_000n,
        now: Math.floor(t.clock.now / 1000),
      });
      expect(check).toMatchObject({ level: 'verified', reasons: [] });
      const name = asked.signer === address('client') ? 'client' : 'provider';
      const sent = await liveSend(t, sign(json.unsignedTransaction, name));
      expect(sent.json.contractId).toBe('call' in check && check.call.contractId);
    }),
    { numRuns: 30 },
  );
});

describe.each(['multi', 'single'] as const)('a %s-release transaction', (release) => {
  const { factory, wasmHash } = pinsOf(V1, release) as Required<Pins>;

  test('that deploys has the arguments, the authorisation and the footprint of the real ones', async () => {
    const { json } = await liveDeploy(t, release, liveBody(release));
    const deploy = readDeploy(readTransaction(json.unsignedTransaction, V1.passphrase), V1.passphrase);
    if ('unreadable' in deploy) throw new Error(JSON.stringify(deploy.unreadable));
    expect(deploy).toMatchObject({ factory, wasmHash, deployer: address('client'), constructorArguments: 0 });
    expect(deploy.problems).toEqual([]);
    expect(deploy.escrow).toMatchObject({ receiverMemo: 0n, platformFee: 250, trustline: { address: TOKEN.address } });
    expect(deploy.salt).toHaveLength(32);
    const [entry, ...others] = deploy.auth;
    expect(others).toEqual([]);
    expect(entry?.credentials.type).toBe('sorobanCredentialsSourceAccount');
    expect(entry?.rootInvocation.subInvocations).toEqual([]);
    const { readOnly, readWrite } = footprintOf(json.unsignedTransaction);
    expect(readWrite).toEqual([`${deploy.contractId} Escrow`, `${deploy.contractId} instance`]);
    expect(readOnly).toEqual(
      [
        `${factory} Escrow`,
        `${factory} instance`,
        `code ${wasmHash}`,
        ...(release === 'multi' ? [`${TOKEN.address} Balance`, `${TOKEN.address} instance`] : []),
      ].sort(),
    );
  });

  test('that funds names the escrow as it is, and moves the money below the call', async () => {
    const escrow = await liveEscrow(t, release);
    const { json } = await liveFund(t, release, escrow, 12.5);
    const [operation] = read(json.unsignedTransaction).operations;
    if (operation?.type !== 'invokeHostFunction' || operation.func.type !== 'hostFunctionTypeInvokeContract') {
      throw new TypeError('it calls a contract');
    }
    const { contractAddress, functionName, args } = operation.func.invokeContract;
    expect([Address.fromScAddress(contractAddress).toString(), functionName.toString()]).toEqual([
      escrow,
      'fund_escrow',
    ]);
    const [signer, expected, amount] = args.map(scValToNative);
    expect([signer, amount]).toEqual([address('client'), 125_000_000n]);
    expect(expected).toMatchObject({ engagement_id: 'ENG-7', receiver_memo: 0 });
    const [entry, ...others] = operation.auth ?? [];
    expect(others).toEqual([]);
    const [transfer, ...more] = entry?.rootInvocation.subInvocations ?? [];
    expect(more).toEqual([]);
    const below = transfer?.function;
    if (below?.type !== 'sorobanAuthorizedFunctionTypeContractFn') throw new TypeError('it calls a contract');
    expect(below.contractFn.args.map(scValToNative)).toEqual([address('client'), escrow, 125_000_000n]);
  });
});

function footprintOf(unsignedXdr: string) {
  const { ext } = (read(unsignedXdr).toEnvelope() as xdr.TransactionEnvelopeTx).v1.tx;
  if (ext.type !== 'sorobanData') throw new TypeError('it calls a contract');
  const { readOnly, readWrite } = ext.sorobanData.resources.footprint;
  return { readOnly: readOnly.map(nameOf).sort(), readWrite: readWrite.map(nameOf).sort() };
}

function nameOf(key: xdr.LedgerKey): string {
  if (key.type === 'contractCode') return `code ${key.contractCode.hash.toString()}`;
  if (key.type !== 'contractData') return key.type;
  const { contract, key: name } = key.contractData;
  const what = name.type === 'scvVec' ? scValToNative(name)[0] : 'instance';
  return `${Address.fromScAddress(contract).toString()} ${what}`;
}
