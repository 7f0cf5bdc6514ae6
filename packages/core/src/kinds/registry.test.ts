import { buildDeploy, request, sandbox } from '@countersign/testkit/fixtures/deploy-fixture';
import { buildGenerationB, encodeTree, escrowTree } from '@countersign/testkit/fixtures/generation-b-fixture';
import { describeEscrowKind } from '@countersign/testkit/specifications/escrow-kind';
import { expect, test } from 'vitest';
import { readTransaction } from '../envelope/read-transaction.ts';
import { escrowOfKind, escrowOfRequest } from './escrow-of-request.ts';
import { liveMulti } from './live-multi.ts';
import { liveSingle } from './live-single.ts';
import { readDeploy } from './read-deploy.ts';
import { ESCROW_KINDS } from './registry.ts';

for (const kind of ESCROW_KINDS) describeEscrowKind(kind);

test('each kind has an id of its own', () => {
  expect(new Set(ESCROW_KINDS.map(({ id }) => id)).size).toBe(ESCROW_KINDS.length);
});

test('the kind of a deploy is found by the function that it calls', () => {
  const asked = request();
  const kindOf = (envelope: string) => {
    const deploy = readDeploy(readTransaction(envelope, sandbox.passphrase), sandbox.passphrase);
    return 'unreadable' in deploy ? deploy.unreadable : deploy.kind.id;
  };
  expect(kindOf(buildDeploy(asked))).toBe('interface-multi');
  expect(kindOf(buildGenerationB(asked))).toBe('live-multi');
  expect(kindOf(buildGenerationB(asked, { release: 'single' }))).toBe('live-single');
  expect(kindOf(buildGenerationB(asked, { functionName: 'upgrade' }))).toEqual([
    { path: 'function', problem: 'is upgrade, not deploy' },
  ]);
});

test('generation B is encoded as a service builds it by hand', () => {
  const asked = request();
  const escrow = escrowOfRequest(asked);
  for (const kind of [liveMulti, liveSingle]) {
    const byHand = encodeTree(escrowTree(asked, kind.release)).toXdr('base64');
    expect(kind.encode(escrowOfKind(kind, escrow)).toXdr('base64')).toBe(byHand);
  }
});
