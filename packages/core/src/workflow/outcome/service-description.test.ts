import { otherKey, request, sandbox, signerKey } from '@countersign/testkit/fixtures/deploy-fixture';
import { live } from '@countersign/testkit/fixtures/generation-b-fixture';
import { expect, test } from 'vitest';
import type { EscrowKind } from '../../kinds/escrow-kind.ts';
import { escrowOfKind, escrowOfRequest } from '../../kinds/escrow-of-request.ts';
import type { EscrowOnChain } from '../../kinds/escrow-on-chain.ts';
import { liveMulti, liveSingle } from '../../kinds/live-kinds.ts';
import { contradictionsIn } from './outcome-words.ts';

const signed = escrowOfRequest(request());
const { roles, trustline } = request();
const { releaseSigner, ...others } = roles;
const other = otherKey.publicKey();

const [token] = live.tokens;
const stored = (kind: EscrowKind) =>
  kind.decode(kind.encode(escrowOfKind(kind, escrowOfRequest(request())))).escrow as EscrowOnChain;
const [multi, single] = [stored(liveMulti), stored(liveSingle)];
const { receiver } = roles;
const inUnits = signed.milestones.map(({ amount }) => ({ amount: String(amount) }));

test.each<[string, EscrowOnChain, Record<string, unknown>]>([
  ['what a request shows', signed, { ...request(), roles: { ...others, release: releaseSigner }, trustline }],
  ['lists of one', signed, { roles: [roles], trustline: [trustline] }],
  ['its fee and amounts in the contract’s units', signed, { platformFee: 150, milestones: inUnits }],
  ['numbers', signed, { platformFee: 1.5, milestones: [{ amount: 10.5 }, { amount: 20 }, {}] }],
  ['other types', signed, { title: null, roles: 'none', milestones: {}, trustline: 7, platformFee: [2] }],
  ['nothing', signed, {}],
  ['its token by the issuer', multi, { trustline: { address: token?.issuer } }],
  ['its token by the contract', multi, { trustline: { address: token?.address } }],
  ['a receiver of each milestone', multi, { milestones: [{ amount: 10.5, receiver }, { receiver }, {}] }],
  ['a receiver among the roles', multi, { roles: { receiver } }],
  ['one amount in units of the token', single, { amount: 30.5000001 }],
  ['one amount in base units', single, { amount: '305000001' }],
  ['milestones without amounts', single, { milestones: [{ description: 'Design' }, {}, {}] }],
  ['amounts that are not on chain', single, { milestones: [{ amount: 1 }, {}, {}] }],
])('finds no contradiction to what was signed in a description with %s', (_, of, answer) => {
  expect(contradictionsIn(answer, of, of === signed ? sandbox : live)).toEqual([]);
});

test.each<[string, EscrowOnChain, Record<string, unknown>]>([
  ['engagementId', signed, { engagementId: 'x' }],
  ['title', signed, { title: 'x' }],
  ['description', signed, { description: '' }],
  ['roles.receiver', signed, { roles: { receiver: signerKey.publicKey() } }],
  ['roles.releaseSigner', signed, { roles: { release: other } }],
  ['roles.releaseSigner', signed, { roles: [{ releaseSigner: other }] }],
  ['roles.platformAddress', signed, { roles: { plataformAddress: other } }],
  ['platformFee', signed, { platformFee: '15' }],
  ['trustline.address', signed, { trustline: { address: other } }],
  ['number of milestones', signed, { milestones: [] }],
  ['milestones[1].amount', signed, { milestones: [{}, { amount: 20.0000001 }, {}] }],
  ['milestones[2].description', signed, { milestones: [{}, {}, { description: 'x' }] }],
  ['trustline.address', multi, { trustline: { address: other } }],
  ['milestones[1].receiver', multi, { milestones: [{}, { receiver: signerKey.publicKey() }, {}] }],
  ['milestones[0].amount', multi, { milestones: [{ amount: '10.6' }, {}, {}] }],
  ['roles.receiver', single, { roles: { receiver: signerKey.publicKey() } }],
  ['amount', single, { amount: '30.5' }],
])('names another %s in the service’s description', (field, of, answer) => {
  expect(contradictionsIn(answer, of, of === signed ? sandbox : live)).toEqual([field]);
});
