import { otherKey, request, signerKey } from '@countersign/testkit/fixtures/deploy-fixture';
import { describe, expect, test } from 'vitest';
import { escrowOfRequest } from '../kinds/escrow-of-request.ts';
import { saidDifferently } from './said-escrow.ts';

const signed = escrowOfRequest(request());
const { roles, trustline } = request();
const { releaseSigner, ...others } = roles;
const other = otherKey.publicKey();

describe('what the service says of an escrow', () => {
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
  ])('agrees with what was signed: %s', (_, said) => {
    expect(saidDifferently(said, signed)).toEqual([]);
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
  ])('differs in %s', (field, said) => {
    expect(saidDifferently(said, signed)).toEqual([field]);
  });
});
