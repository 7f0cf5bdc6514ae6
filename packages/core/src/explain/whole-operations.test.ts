/** What operations and calls do, as a person reads it: every line, and every warning with what is at stake. */
import { NOW, otherKey, sandbox, storedEscrow } from '@countersign/testkit/fixtures/deploy-fixture';
import {
  addressValue,
  call,
  escrow,
  i128,
  invocationOf,
  other,
  source,
  third,
  USDC,
  usdc,
} from '@countersign/testkit/fixtures/explain-fixture';
import { live } from '@countersign/testkit/fixtures/generation-b-fixture';
import { BY_NAME, CASES } from '@countersign/testkit/fixtures/operation-cases';
import { envelopeOf } from '@countersign/testkit/fixtures/takeover';
import { createPart } from '@countersign/testkit/record/part';
import { Address, Asset, authorizeInvocation, Operation, xdr } from '@stellar/stellar-sdk/base';
import { expect, test } from 'vitest';
import type { Network } from '../escrow/network.ts';
import type { Argument } from '../kinds/escrow-kind.ts';
import { liveMulti } from '../kinds/live-kinds.ts';
import { ESCROW_KINDS } from '../kinds/registry.ts';
import { explainTransaction } from './explain-transaction.ts';

/** What the operations do, without the lines about the envelope, which are the same for all of them. */
function ofOperations(operations: readonly xdr.Operation[], network: Network = sandbox): string {
  const { heading, lines, warnings } = explainTransaction(envelopeOf(...operations), network, NOW);
  return [
    heading.replace('Not the deploy of an escrow, but ', ''),
    ...lines.filter(({ label }) => label.startsWith('Operation ')).map(({ value }) => value),
    ...warnings
      .filter(({ text }) => !text.includes('was not compared'))
      .map(({ stakes, text }) => `! ${stakes}: ${text}`),
  ].join('\n');
}

const { scvBool, scvMap, scvString, scvSymbol, scvU32, scvVec, scvVoid } = xdr.ScVal;
const [mine, theirs, amount] = [addressValue(source), addressValue(other), i128(70_000_000n)];
const pay = (asset: Asset, units = '1', destination = other) =>
  Operation.payment({ destination, asset, amount: units });

const signing = (weight: number) => Operation.setOptions({ signer: { ed25519PublicKey: other, weight } });

/** Arguments that fit each function of a token, in the order of SEP-41. */
const OF_TOKENS: readonly (readonly [name: string, ...args: xdr.ScVal[]])[] = [
  ['transfer', mine, theirs, amount],
  ['transfer_from', addressValue(third), mine, theirs, amount],
  ['approve', mine, theirs, amount, scvU32(900)],
  ['burn', mine, amount],
  ['burn_from', theirs, mine, amount],
  ['mint', theirs, amount],
  ['clawback', mine, amount],
  ['set_admin', theirs],
];

const MORE: Readonly<Record<string, readonly xdr.Operation[]>> = {
  'an account without money': [Operation.createAccount({ destination: other, startingBalance: '0' })],
  'a known token under its own issuer': [pay(USDC)],
  'a known code under another issuer': [pay(new Asset('USDC', third))],
  'a known code in small letters, under its issuer': [pay(new Asset('usdc', USDC.getIssuer()))],
  'a code of twelve letters': [pay(new Asset('ABCDEFGHIJKL', third))],
  'two remarks about one token': [pay(new Asset('XLM', third)), pay(new Asset('XLM', third), '2')],
  'settings of which the last counts': [
    Operation.setOptions({ lowThreshold: 1, medThreshold: 2, highThreshold: 3, masterWeight: 4 }),
    Operation.setOptions({ lowThreshold: 0, masterWeight: 5, signer: { ed25519PublicKey: other, weight: 1 } }),
    Operation.setOptions({ medThreshold: 9, source: third }),
  ],
  'a right to sign that is given and taken back': [signing(255), signing(0)],
  'a right to sign that is taken and given again': [signing(0), signing(255)],
  'equal payments and another': [pay(USDC), pay(USDC), pay(USDC, '2'), pay(USDC)],
  'a takeover of another account': [
    Operation.setOptions({ masterWeight: 0, signer: { ed25519PublicKey: other, weight: 255 }, source: third }),
  ],
  'flags that can be changed again': [Operation.setOptions({ setFlags: 3 as never })],
  'an authorised creation': [
    Operation.createCustomContract({
      ...{
        address: Address.fromString(source),
        wasmHash: new Uint8Array(32).fill(6),
        salt: new Uint8Array(32).fill(7),
      },
      auth: [],
    }),
  ],
  'more kinds than are listed': [
    ...[pay(USDC), Operation.inflation(), Operation.accountMerge({ destination: other })],
    ...[Operation.manageData({ name: 'a', value: 'b' }), Operation.bumpSequence({ bumpTo: '7' })],
    ...[Operation.setOptions({}), Operation.changeTrust({ asset: USDC }), Operation.endSponsoringFutureReserves({})],
    ...[Operation.clawback({ asset: USDC, amount: '1', from: other }), Operation.restoreFootprint({}), pay(USDC)],
    Operation.createAccount({ destination: other, startingBalance: '3' }),
  ],
};

const release = invocationOf(escrow, 'release_funds', [mine]);
const theft = invocationOf(usdc.address, 'transfer', [mine, addressValue(third), amount]);
const allowing = (invocation: xdr.InvokeContractArgs, subInvocations: xdr.SorobanAuthorizedInvocation[] = []) =>
  new xdr.SorobanAuthorizedInvocation({
    function: xdr.SorobanAuthorizedFunction.sorobanAuthorizedFunctionTypeContractFn(invocation),
    subInvocations,
  });
const bySource = (rootInvocation: xdr.SorobanAuthorizedInvocation) =>
  new xdr.SorobanAuthorizationEntry({
    credentials: xdr.SorobanCredentials.sorobanCredentialsSourceAccount(),
    rootInvocation,
  });
const byOther = new xdr.SorobanAuthorizationEntry({
  credentials: xdr.SorobanCredentials.sorobanCredentialsAddress(
    new xdr.SorobanAddressCredentials({
      ...{ address: Address.fromString(other).toScAddress(), nonce: 1n, signatureExpirationLedger: 77 },
      signature: scvVoid(),
    }),
  ),
  rootInvocation: allowing(release),
});
const sixty = <Value>(value: Value) => Array.from({ length: 60 }, () => value);

/** What an authorisation allows beyond its own call. */
const ALLOWED: Readonly<Record<string, xdr.SorobanAuthorizationEntry[]>> = {
  'its own call alone': [bySource(allowing(release))],
  'a payment below the call': [bySource(allowing(release, [allowing(theft)]))],
  'another call, and the call by another account': [bySource(allowing(theft)), byOther],
  'equal calls': sixty(bySource(allowing(theft))),
  'equal calls below the call': [bySource(allowing(release, sixty(allowing(theft))))],
};

test('explains operations as recorded', async () => {
  const { note, text } = createPart();
  for (const [name, operation] of CASES) note(name, ofOperations([operation]));
  for (const [name, , operation] of BY_NAME) note(`${name}: ${operation.body.type}`, ofOperations([operation]));
  for (const [name, ...args] of OF_TOKENS) {
    note(`${name} of a token`, ofOperations([call(usdc.address, name, args)]));
    note(`${name} of an unknown contract`, ofOperations([call(escrow, name, args)]));
    note(`${name} with one argument less`, ofOperations([call(usdc.address, name, args.slice(1))]));
    note(
      `${name} with other arguments`,
      ofOperations([
        call(
          usdc.address,
          name,
          args.map(() => scvBool(true)),
        ),
      ]),
    );
  }
  for (const [name, auth] of Object.entries(ALLOWED)) {
    note(`authorises ${name}`, ofOperations([call(escrow, 'release_funds', [mine], auth)]));
  }
  for (const authV2 of [false, true]) {
    const terms = { signer: otherKey, validUntilLedgerSeq: 88, invocation: allowing(release), authV2 };
    const auth = [await authorizeInvocation({ ...terms, networkPassphrase: 'Any network' })];
    note(
      'authorises it with a signature of another account',
      ofOperations([call(escrow, 'release_funds', [mine], auth)]),
    );
  }
  for (const [name, operations] of Object.entries(MORE)) note(name, ofOperations(operations));
  await expect(text()).toMatchFileSnapshot('recorded/operations.txt');
});

const entry = (key: xdr.ScVal, val: xdr.ScVal) => new xdr.ScMapEntry({ key, val });
const named = (fields: Record<string, xdr.ScVal>) =>
  scvMap(Object.entries(fields).map(([key, val]) => entry(scvSymbol(key), val)));
const fresh = storedEscrow();

/** Values of each argument: usual ones, then others that its words differ for. */
const VALUES: Readonly<Record<Argument, readonly [xdr.ScVal, xdr.ScVal]>> = {
  signer: [mine, addressValue(escrow)],
  escrow: [liveMulti.encode(fresh), named({})],
  amount: [i128(25_000_000n), i128(1n)],
  index: [scvU32(0), scvU32(1)],
  wideIndex: [i128(0n), i128(1n)],
  indices: [scvVec([scvU32(0), i128(2n)]), scvVec([scvBool(true)])],
  statusChanges: [
    scvVec([named({ evidence: scvString('see'), index: scvU32(0), status: scvString('done') })]),
    scvVec([named({ evidence: scvVoid(), status: scvString('done') }), named({ index: scvBool(true) })]),
  ],
  status: [scvString('done'), scvString('')],
  evidence: [scvString('see'), scvVoid()],
  approval: [scvBool(true), scvBool(false)],
  reason: [scvString('late'), scvString('never came')],
  feeAddress: [addressValue(live.feeAddress as string), theirs],
  distributions: [
    scvMap([entry(theirs, i128(5n)), entry(scvBool(true), scvU32(5))]),
    scvMap(Array.from({ length: 8 }, (_, index) => entry(theirs, i128(BigInt(index))))),
  ],
  approverFunds: [i128(3n), i128(0n)],
  serviceProviderFunds: [i128(4n), i128(1n)],
  receiverFunds: [i128(5n), i128(2n)],
  ledgers: [scvU32(17_280), scvU32(1)],
};

test('explains every function of every kind of escrow as recorded', async () => {
  const { note, text } = createPart();
  const functions = ESCROW_KINDS.flatMap((kind) => [
    ...Object.values(kind.functions),
    ...Object.values(kind.functionsOnPublic ?? {}),
  ]);
  for (const { name, takes } of new Map(functions.map((each) => [JSON.stringify(each), each])).values()) {
    const calls = [0, 1].map((at) =>
      call(
        escrow,
        name,
        takes.map((argument) => VALUES[argument][at] as xdr.ScVal),
      ),
    );
    note(`${name}: ${takes.join(', ')}`, calls.map((each) => ofOperations([each], live)).join('\n'));
  }
  const elsewhere = call(escrow, 'release_milestone_funds', [mine, addressValue(third), scvU32(0)]);
  const { feeAddress: _, ...withoutAddress } = live;
  note('the service’s share where its address is not known', ofOperations([elsewhere], withoutAddress));
  note('other arguments', ofOperations([call(escrow, 'release_milestone_funds', [scvBool(true)])], live));
  await expect(text()).toMatchFileSnapshot('recorded/escrow-calls.txt');
});
