import { otherKey, request, sandbox, signerKey } from '@countersign/testkit/fixtures/deploy-fixture';
import { live } from '@countersign/testkit/fixtures/generation-b-fixture';
import { describe, expect, test } from 'vitest';
import type { EscrowKind } from '../../kinds/escrow-kind.ts';
import { escrowOfKind, escrowOfRequest } from '../../kinds/escrow-of-request.ts';
import type { EscrowOnChain } from '../../kinds/escrow-on-chain.ts';
import { liveMulti, liveSingle } from '../../kinds/live-kinds.ts';
import { contradictionsIn } from './outcome-words.ts';

const signed = escrowOfRequest(request());
const { roles, trustline } = request();
const { releaseSigner, ...others } = roles;
const other = otherKey.publicKey();

describe('the service’s description of an escrow', () => {
  test.each<[string, Record<string, unknown>]>([
    ['as the interface shows a request', { ...request(), roles: { ...others, release: releaseSigner }, trustline }],
    ['with lists of one', { roles: [roles], trustline: [trustline] }],
    [
      'with its fee and amounts in the contract’s units',
      { platformFee: 150, milestones: signed.milestones.map(({ amount }) => ({ amount: String(amount) })) },
    ],
    ['with numbers', { platformFee: 1.5, milestones: [{ amount: 10.5 }, { amount: 20 }, {}] }],
    ['with fields of other types', { title: null, roles: 'none', milestones: {}, trustline: 7, platformFee: [2] }],
    ['with nothing', {}],
  ])('agrees with what was signed: %s', (_, answer) => {
    expect(contradictionsIn(answer, signed, sandbox)).toEqual([]);
  });

  test.each<[string, Record<string, unknown>]>([
    ['engagementId', { engagementId: 'x' }],
    ['title', { title: 'x' }],
    ['description', { description: '' }],
    ['roles.receiver', { roles: { receiver: signerKey.publicKey() } }],
    ['roles.releaseSigner', { roles: { release: other } }],
    ['roles.releaseSigner', { roles: [{ releaseSigner: other }] }],
    ['roles.platformAddress', { roles: { plataformAddress: other } }],
    ['platformFee', { platformFee: '15' }],
    ['trustline.address', { trustline: { address: other } }],
    ['number of milestones', { milestones: [] }],
    ['milestones[1].amount', { milestones: [{}, { amount: 20.0000001 }, {}] }],
    ['milestones[2].description', { milestones: [{}, {}, { description: 'x' }] }],
  ])('differs in %s', (field, answer) => {
    expect(contradictionsIn(answer, signed, sandbox)).toEqual([field]);
  });
});

describe('the service’s description of an escrow as they are live today', () => {
  const [token] = live.tokens;
  const stored = (kind: EscrowKind) =>
    kind.decode(kind.encode(escrowOfKind(kind, escrowOfRequest(request())))).escrow as EscrowOnChain;
  const [multi, single] = [stored(liveMulti), stored(liveSingle)];
  const receiver = request().roles.receiver;

  test.each<[string, EscrowOnChain, Record<string, unknown>]>([
    ['its token by the issuer', multi, { trustline: { address: token?.issuer } }],
    ['its token by the contract', multi, { trustline: { address: token?.address } }],
    ['a receiver of each milestone', multi, { milestones: [{ amount: 10.5, receiver }, { receiver }, {}] }],
    ['a receiver among the roles', multi, { roles: { receiver } }],
    ['one amount in units of the token', single, { amount: 30.5000001 }],
    ['one amount in base units', single, { amount: '305000001' }],
    ['milestones without amounts', single, { milestones: [{ description: 'Design' }, {}, {}] }],
    ['amounts that are not on chain', single, { milestones: [{ amount: 1 }, {}, {}] }],
  ])('agrees with what was signed: %s', (_, signed_, answer) => {
    expect(contradictionsIn(answer, signed_, live)).toEqual([]);
  });

  test.each<[string, EscrowOnChain, Record<string, unknown>]>([
    ['trustline.address', multi, { trustline: { address: other } }],
    ['milestones[1].receiver', multi, { milestones: [{}, { receiver: signerKey.publicKey() }, {}] }],
    ['milestones[0].amount', multi, { milestones: [{ amount: '10.6' }, {}, {}] }],
    ['roles.receiver', single, { roles: { receiver: signerKey.publicKey() } }],
    ['amount', single, { amount: '30.5' }],
  ])('differs in %s', (field, signed_, answer) => {
    expect(contradictionsIn(answer, signed_, live)).toEqual([field]);
  });
});
