import { buildDeploy, request, sandbox } from '@countersign/testkit/fixtures/deploy-fixture';
import { buildGenerationB, encodeTree, escrowTree } from '@countersign/testkit/fixtures/generation-b-fixture';
import { describeEscrowKind } from '@countersign/testkit/specifications/escrow-kind';
import { xdr } from '@stellar/stellar-sdk/base';
import { describe, expect, test } from 'vitest';
import { readTransaction } from '../envelope/read-transaction.ts';
import { fieldProblem } from '../errors/errors.ts';
import { NETWORKS, networkWith } from '../escrow/network.ts';
import { FOUND_UNCONFIRMED, TRUSTLESS_WORK } from '../escrow/trustless-work.ts';
import { errorName } from './error-names.ts';
import type { EscrowKind } from './escrow-kind.ts';
import { escrowOfKind, escrowOfRequest } from './escrow-of-request.ts';
import { liveMulti, liveSingle } from './live-kinds.ts';
import { readDeploy } from './read-deploy.ts';
import { ESCROW_KINDS, kindOfCode, readEscrow } from './registry.ts';

for (const kind of ESCROW_KINDS) describeEscrowKind(kind);

test('each kind has an id of its own', () => {
  expect(new Set(ESCROW_KINDS.map(({ id }) => id)).size).toBe(ESCROW_KINDS.length);
});

test('the kind of a deploy is found by the function that it calls', () => {
  const actionRequest = request();
  const kindOf = (envelope: string) => {
    const deploy = readDeploy(readTransaction(envelope, sandbox.passphrase), sandbox.passphrase);
    return 'unreadable' in deploy ? deploy.unreadable : deploy.kind.id;
  };
  expect(kindOf(buildDeploy(actionRequest))).toBe('live-multi');
  expect(kindOf(buildGenerationB(actionRequest))).toBe('live-multi');
  expect(kindOf(buildGenerationB(actionRequest, { release: 'single' }))).toBe('live-single');
  expect(kindOf(buildGenerationB(actionRequest, { functionName: 'upgrade' }))).toEqual([
    fieldProblem('function', 'OTHER_FUNCTION', { found: 'upgrade', wanted: 'tw_new_multi_release_escrow' }),
  ]);
});

test('generation B is encoded as a service builds it by hand', () => {
  const actionRequest = request();
  const escrow = escrowOfRequest(actionRequest);
  for (const kind of [liveMulti, liveSingle]) {
    const byHand = encodeTree(escrowTree(actionRequest, kind.release)).toXdr('base64');
    expect(kind.encode(escrowOfKind(kind, escrow)).toXdr('base64')).toBe(byHand);
  }
});

describe('an escrow that a contract stores', () => {
  const full = escrowOfRequest(request());
  const found = (value: xdr.ScVal, code?: string) => readEscrow(value, code)?.kind.id;
  const stored = (kind: EscrowKind) => kind.encode(escrowOfKind(kind, full));

  test('is read by the kind of its contract’s code', () => {
    for (const kind of ESCROW_KINDS.filter(({ codes }) => codes.length > 0)) {
      // With a receiver wherever some kind stores one.
      const { roles, milestones } = full;
      const whole = {
        ...escrowOfKind({ ...kind, release: 'single' }, full),
        roles,
        milestones: milestones.map((each) => ({ ...each, receiver: roles.receiver as string })),
      };
      for (const code of kind.codes) {
        expect(kindOfCode(code)).toBe(kind);
        expect(readEscrow(kind.encode(whole), code)).toMatchObject({ kind: { id: kind.id }, problems: [] });
      }
    }
  });

  test('is read by its layout where its code is not known', () => {
    expect(found(stored(liveMulti))).toBe('live-multi');
    expect(found(stored(liveMulti), 'ab'.repeat(32))).toBe('live-multi');
    expect(found(stored(liveSingle))).toBe('live-single');
  });

  test('is read by its layout where the kind of its code cannot read it, or not at all', () => {
    expect(found(stored(liveMulti), liveSingle.codes[0])).toBe('live-multi');
    expect(readEscrow(xdr.ScVal.scvVoid(), liveSingle.codes[0])).toBeUndefined();
  });

  test('keeps what is odd about it', () => {
    const value = stored(liveMulti) as xdr.ScValMap;
    const more = new xdr.ScMapEntry({ key: xdr.ScVal.scvSymbol('zzz'), val: xdr.ScVal.scvVoid() });
    const read = readEscrow(xdr.ScVal.scvMap([...(value.map ?? []), more]));
    expect(read?.kind.id).toBe('live-multi');
    expect(read?.problems).toEqual([fieldProblem('escrow.zzz', 'UNKNOWN_TO_CONTRACT')]);
  });
});

test('no code belongs to two kinds', () => {
  const codes = ESCROW_KINDS.flatMap((kind) => kind.codes);
  expect(new Set(codes).size).toBe(codes.length);
  expect(codes.filter((code) => !/^[0-9a-f]{64}$/.test(code))).toEqual([]);
});

test('an error number has a name only together with its code', () => {
  const live = networkWith('sandbox', 'v1');
  expect(errorName(live.wasmHash as string, 15)).toBe('EscrowPropertiesMismatch');
  expect(errorName(live.wasmHash as string, 50)).toBe('Underflow');
  expect(errorName(FOUND_UNCONFIRMED.wasmHash, 15)).toBe('EscrowPropertiesMismatch');
  expect(errorName(live.single?.wasmHash as string, 46)).toBe('MilestoneToUpdateDoesNotExist');
  expect(errorName(NETWORKS.sandbox.wasmHash, 47)).toBe('TotalAmountCannotBeZero');
  const [a1] = ESCROW_KINDS.filter(({ id }) => id === 'a1-multi');
  expect(errorName(a1?.codes[0] as string, 15)).toBe('MilestoneNotInDispute');
  expect(errorName(a1?.codes[0] as string, 36)).toBe('EscrowPropertiesMismatch');
  // No one knows the numbers of the builds on testnet, nor of code that is not known.
  expect(errorName(TRUSTLESS_WORK.testnet.wasmHash, 15)).toBeUndefined();
  expect(errorName('ab'.repeat(32), 15)).toBeUndefined();
  for (const number of [0, -1, 0.5, 51]) expect(errorName(live.wasmHash as string, number)).toBeUndefined();
});
