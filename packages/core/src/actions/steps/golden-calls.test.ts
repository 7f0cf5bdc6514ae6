/** Each step’s call is the one that `step-fixture.ts` has, which was written down by hand. */
import { LIVE } from '@countersign/testkit/fixtures/live-transactions';
import {
  callsOf,
  ESCROW,
  FEE,
  networkOf,
  PEOPLE,
  STEP_KINDS,
  type StepKind,
  scenesOf,
  stepInput,
} from '@countersign/testkit/fixtures/step-fixture';
import { Address, type xdr } from '@stellar/stellar-sdk/base';
import { expect, test } from 'vitest';
import { NETWORKS, type Network } from '../../escrow/network.ts';
import { STEP_NAMES, type StepName } from '../../escrow/steps.ts';
import { actionOf, requireStanding } from '../actions.ts';
import { stepOf } from '../registry.ts';
import { stepCall } from './step-call.ts';

const SANDBOX_FEE = 'GDWASVULSP2TFT2OXHI2R6MTE4SQNMBMZZUWWEPFMWDAEDCX4F7UATEC';
const TESTNET_FEE = 'GA6KH5VWPCHBOEF63X57SPX6T4H366YFFKKGCVDBTXT2N7JVL6PJCK7G';

const onPublic: Network = { ...NETWORKS.public, dialect: 'v1' };
const CASES: readonly (readonly [StepKind, Network, string | undefined])[] = [
  ['live-multi', networkOf('live-multi'), SANDBOX_FEE],
  ['live-single', networkOf('live-single'), SANDBOX_FEE],
  ['live-multi', LIVE, TESTNET_FEE],
  ['live-single', LIVE, TESTNET_FEE],
  ['live-multi', onPublic, undefined],
  ['live-single', onPublic, undefined],
];

const withToken = (kind: StepKind, name: StepName, network: Network) => {
  const [token] = network.tokens as [(typeof network.tokens)[number]];
  const scene = scenesOf(kind)[name];
  return { ...scene, escrow: { ...scene.escrow, trustline: { address: token.address } } };
};
/** The call, or nothing where the service's address in it is not known. */
function callOn(network: Network, kind: StepKind, name: StepName, changes: Record<string, unknown> = {}) {
  const request = actionOf(name).parse(
    stepInput(kind, name, changes, withToken(kind, name, network)),
    network,
  ) as never;
  const state = requireStanding(request, network);
  const whole = STEP_KINDS[kind].encode(stepOf(name).effect(state, request).after as never);
  return { call: stepCall(stepOf(name), state, request), whole };
}

test.each(CASES.flatMap((each) => STEP_NAMES.map((name) => [name, each[0], each[1].name, each] as const)))(
  '%s of %s on %s',
  (name, kind, _, [, network, fee]) => {
    const { call, whole } = callOn(network, kind, name);
    if (call === undefined) throw new Error('its call is known');
    expect(Address.fromScAddress(call.contractAddress).toString()).toBe(ESCROW);
    const lines = call.args.map((value) => (value.equals(whole) ? 'escrow' : inWords(value, fee)));
    // An option that is given is written as its value.
    const expected = callsOf(kind, network.name)[name].map((line) => line.replace('string?', 'string'));
    expect([call.functionName.toString(), ...lines]).toEqual(expected);
  },
);

test.each([
  [networkOf('live-multi'), ['u32 1', 'string "completed"', 'void', 'address serviceProvider']],
  [onPublic, ['vec [map {evidence: void, index: u32 1, status: string "completed"}]', 'address serviceProvider']],
] as const)(
  'writes evidence that is left out as void, so the contract keeps its present evidence',
  (network, shape) => {
    const { call } = callOn(network, 'live-multi', 'change-status', { evidence: undefined });
    expect(call?.args.map((value) => inWords(value, undefined))).toEqual(shape);
  },
);

test('a call with a fee address is built only if that address is known', () => {
  const { feeAddress: _, ...unpinned } = LIVE;
  for (const name of STEP_NAMES) {
    const isBuilt = callOn(unpinned, 'live-multi', name).call !== undefined;
    expect(isBuilt).toBe(!callsOf('live-multi', 'testnet')[name].includes(FEE));
  }
});

function inWords(value: xdr.ScVal, fee: string | undefined): string {
  switch (value.type) {
    case 'scvAddress': {
      const address = Address.fromScAddress(value.address).toString();
      return address === fee ? FEE : `address ${nameOf(address)}`;
    }
    case 'scvU32':
      return `u32 ${value.u32}`;
    case 'scvI128':
      return `i128 ${(BigInt(value.i128.hi) << 64n) | BigInt(value.i128.lo)}`;
    case 'scvString':
      return `string ${JSON.stringify(value.str.toString())}`;
    case 'scvVoid':
      return 'void';
    case 'scvVec':
      return `vec [${(value.vec ?? []).map((item) => inWords(item, fee)).join(', ')}]`;
    case 'scvMap':
      return `map {${(value.map ?? []).map(({ key, val }) => `${keyOf(key)}: ${inWords(val, fee)}`).join(', ')}}`;
    default:
      return value.type;
  }
}

const keyOf = (key: xdr.ScVal): string =>
  key.type === 'scvSymbol' ? key.sym.toString() : inWords(key, undefined).replace('address ', '');

const nameOf = (address: string): string => Object.entries(PEOPLE).find(([, each]) => each === address)?.[0] ?? address;
