/** A view that was altered between server and browser: the page's own comparison, run on what came over HTTP. */
import './browser/words/en.ts';
import type { StepInput } from '@countersign/core/actions';
import type { StepName } from '@countersign/core/escrow';
import { NETWORKS } from '@countersign/core/network';
import { newcomer } from '@countersign/testkit/ledger/newcomer';
import {
  deployInput,
  fundedEscrow,
  openScene,
  platform,
  provider,
  signAndSend,
  take,
} from '@countersign/testkit/page/scene';
import { Keypair, StrKey, xdr } from '@stellar/stellar-sdk/base';
import { afterAll, expect, test } from 'vitest';
import { readView } from './browser/transaction/read-view.ts';
import { readingWords } from './browser/words/reading-words.ts';
import type { PageView } from './page-view.ts';

type Action = StepName | 'deploy' | 'fund' | 'trust';
const views: Partial<Record<Action, PageView>> = {};
const client = String(deployInput().signer);

const scene = await openScene();
const { desk } = scene;
const escrow = await fundedEscrow(desk);
await take(desk, 'provider', 'change-status', { escrow, milestone: 1 });
await take(desk, 'client', 'approve', { escrow, milestone: 1 });
await take(desk, 'client', 'dispute', { escrow, milestone: 2, signer: client });
const distributions = [{ address: provider.address, amount: '2800.5' }];
const inputs: Partial<Record<StepName, StepInput>> = {
  'change-status': { escrow, milestone: 3, status: 'completed', evidence: 'The site' },
  approve: { escrow, milestone: 3 },
  release: { escrow, milestone: 1 },
  dispute: { escrow, milestone: 3, signer: client },
  resolve: { escrow, milestone: 2, distributions },
};
const viewOf = async ({ signUrl }: { readonly signUrl?: string | undefined }) =>
  (await (await fetch(`${signUrl}/view`)).json()) as PageView;
for (const [step, input] of Object.entries(inputs)) {
  views[step as StepName] = await viewOf(await desk.prepare(step as StepName, input));
}
const deploy = await desk.prepare('deploy', deployInput({ engagementId: 'ENG-UNPAID' }));
await signAndSend(desk, 'client', deploy);
const unsigned = deployInput({ engagementId: 'ENG-UNSIGNED' });
views.deploy = await viewOf(await desk.prepare('deploy', unsigned));
views.fund = await viewOf(await desk.prepare('fund', { id: deploy.id }));
const worker = (await newcomer(scene.rpcUrl)).publicKey();
views.trust = await viewOf(await desk.prepare('trust', { signer: worker, token: 'USDC' }));
afterAll(() => scene.close());

/** @param alter what it makes of the request */
function read(step: Action, alter: (request: Record<string, unknown>) => object = () => ({})) {
  const view = views[step] as PageView;
  const request = view.request as unknown as Record<string, unknown>;
  return readView(
    { ...view, request: { ...request, ...alter(request) } } as unknown as PageView,
    view.now,
    readingWords(),
  );
}

const swapped = (one: string, other: string) => (request: Record<string, unknown>) => {
  const [from, to] = [one, other].map((address) => Buffer.from(StrKey.decodeEd25519PublicKey(address)).toString('hex'));
  const state = Buffer.from(String(request['state']), 'base64').toString('hex').replaceAll(String(from), String(to));
  return { state: Buffer.from(state, 'hex').toString('base64') };
};
const otherAccount = Keypair.random().publicKey();
const otherContract = StrKey.encodeContract(new Uint8Array(32).fill(9));

test('an unaltered view of every step is a match', () => {
  for (const step of Object.keys(views)) expect(read(step as Action)).toMatchObject({ kind: 'match', action: step });
});

test.each<[string, Action, (request: Record<string, unknown>) => object]>([
  ['another milestone', 'change-status', () => ({ milestone: 2 })],
  ['another status', 'change-status', () => ({ status: 'half done' })],
  ['another evidence', 'change-status', () => ({ evidence: 'Another site' })],
  ['no evidence', 'change-status', () => ({ evidence: undefined })],
  ['another milestone', 'approve', () => ({ milestone: 2 })],
  ['another signer', 'approve', () => ({ signer: otherAccount })],
  ['another escrow', 'approve', () => ({ escrow: otherContract })],
  ['a state that is none', 'approve', () => ({ state: xdr.ScVal.scvVoid().toXdr('base64') })],
  ['a state that cannot be read', 'approve', () => ({ state: 'AAAA' })],
  ['a state in which another approves', 'approve', swapped(client, otherAccount)],
  ['another milestone', 'release', () => ({ milestone: 3 })],
  ['too little money in it', 'release', () => ({ held: '11999999999' })],
  ['another token', 'release', () => ({ trustline: { address: otherContract, decimals: 10_000_000 } })],
  ['other decimals', 'release', ({ trustline }) => ({ trustline: { ...(trustline as object), decimals: 100 } })],
  ['another token with other decimals', 'release', () => ({ trustline: { address: otherContract, decimals: 100 } })],
  ['another receiver', 'release', swapped(provider.address, otherAccount)],
  ['another milestone', 'dispute', () => ({ milestone: 1 })],
  ['one that is in dispute already', 'dispute', () => ({ milestone: 2 })],
  ['another share', 'resolve', () => ({ distributions: [{ address: provider.address, amount: '2800.4' }] })],
  ['another amount', 'fund', () => ({ amount: '999' })],
  ['another escrow', 'fund', () => ({ escrow: otherContract })],
  ['another asset', 'trust', ({ trustline }) => ({ trustline: { ...(trustline as object), address: otherContract } })],
  ['another account', 'trust', () => ({ signer: otherAccount })],
  ['a share for another', 'resolve', () => ({ distributions: [{ address: platform.address, amount: '2800.5' }] })],
])('altered on its way, %s is a mismatch: %s', (_, step, alter) => {
  expect(read(step, alter)).toMatchObject({ kind: 'mismatch' });
});

test.each<[string, (view: PageView) => Partial<Record<keyof PageView, unknown>>]>([
  ['a network fee above the limit', () => ({ maxFee: '1' })],
  ['another factory than pinned', ({ network, offer }) => ({ network: { ...network, factory: offer.contractId } })],
  ['another passphrase', ({ network }) => ({ network: { ...network, passphrase: NETWORKS.public.passphrase } })],
  ['a sandbox that calls itself the public network', () => ({ network: NETWORKS.public })],
  ['another address than its own', ({ network, offer }) => ({ offer: { ...offer, contractId: network.factory } })],
  ['no transaction', ({ offer }) => ({ offer: { ...offer, unsignedXdr: 'AAAA' } })],
  ['nothing that can be read', () => ({ request: {} })],
])('refuses a deploy with %s', (_, alter) => {
  const view = views.deploy as PageView;
  expect(readView({ ...view, ...alter(view) } as PageView, view.now, readingWords()).kind).toBe('mismatch');
});

test.each<[string, object]>([
  ['a larger amount', { milestones: [{ description: 'x', amount: '9000' }] }],
  ['a higher platform fee', { platformFee: 19 }],
  ['another receiver', { roles: { ...(unsigned['roles'] as object), receiver: platform.address } }],
])('refuses the transaction of a deploy with %s', async (_, changes) => {
  // Somebody else's, so that it is not a newer version of the one that is read.
  const stranger = desk.for({ tenant: 'elsewhere', id: 'somebody' });
  const { unsignedXdr } = await stranger.prepare('deploy', { ...unsigned, ...changes });
  const view = views.deploy as PageView;
  const read = readView({ ...view, offer: { ...view.offer, unsignedXdr } } as PageView, view.now, readingWords());
  expect(read.kind).toBe('mismatch');
});

test('a transaction of one step does not match another step', () => {
  const { offer: transaction } = views.dispute as PageView;
  const view = views.approve as PageView;
  expect(readView({ ...view, offer: transaction } as PageView, view.now, readingWords())).toMatchObject({
    kind: 'mismatch',
  });
});

test('unknown contract code is only partly verified', () => {
  const reasons = [{ code: 'CODE_NOT_PINNED' }];
  expect(read('approve', () => ({ code: 'a'.repeat(64) }))).toMatchObject({ kind: 'match', reasons });
});
