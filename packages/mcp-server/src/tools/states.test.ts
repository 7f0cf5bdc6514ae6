/** Escrows with many milestones, with a single release, in dispute and unknown, as every tool shows them. */
import { encodeStrKey } from '@countersign/core/escrow';
import { type DemoAccountName, startSandbox } from '@countersign/escrow-service';
import { newcomer, signWith } from '@countersign/testkit/ledger/newcomer';
import { startHost } from '@countersign/testkit/mcp/host';
import { REQUEST, signAs } from '@countersign/testkit/mcp/request';
import { endClock, passTime, restartClock } from '@countersign/testkit/record/fixed-clock';
import { createPart } from '@countersign/testkit/record/part';
import { afterEach, expect, onTestFinished, test } from 'vitest';

afterEach(endClock);

type Fields = Readonly<Record<string, unknown>>;

const UNKNOWN = encodeStrKey('contract', new Uint8Array(32).fill(9));

async function openLife(env: Record<string, string> = {}) {
  restartClock();
  const { client } = await startHost({ env });
  const part = createPart();
  const send = async (name: string, input: Fields, isNoted = true): Promise<Fields> => {
    passTime(60);
    const reply = await client.callTool({ name, arguments: input });
    const { structuredContent, content } = reply as {
      structuredContent?: Fields;
      content: readonly { text: string }[];
    };
    const result = structuredContent ?? (JSON.parse(content[0]?.text ?? '') as Fields);
    if (isNoted) part.note(`${name} ${JSON.stringify(input)}`, result);
    return result;
  };
  /** Prepared and signed; only the outcome is noted, since the record of a whole life has the rest. */
  const does = async (who: DemoAccountName, name: string, input: Fields): Promise<Fields> => {
    const prepared = await send(name, { ...input, includeXdr: true }, false);
    part.note(`${who}: ${name} ${JSON.stringify(input)}`, prepared['error'] ?? prepared['plan']);
    const { id, unsignedXdr, transactionHash } = prepared;
    const signedXdr = signAs(who, String(unsignedXdr), String(transactionHash));
    return await send('submit_signed_xdr', { id, signedXdr }, false);
  };
  return { part, send, does };
}

test('shows an escrow of twelve milestones through its life as recorded', async () => {
  const { part, send, does } = await openLife();
  const milestones = Array.from({ length: 12 }, (_, at) => ({ description: `Poster ${at + 1}`, amount: `${at + 1}` }));
  const { escrow } = await does('client', 'deploy_escrow', { ...REQUEST, title: 'Posters', milestones });
  await send('get_escrow', { escrow });
  await does('client', 'prepare_step', { step: 'fund', escrow, signer: 'client', amount: '10' });
  await send('get_escrow', { escrow, milestonesFrom: 11 });
  await send('prepare_step', { step: 'release', escrow, milestones: '1-3' });
  await send('get_balances', { escrows: [escrow, UNKNOWN], wallet: 'client' });
  for (const milestone of [1, 2])
    await does('provider', 'prepare_step', {
      escrow,
      step: 'change-status',
      milestone,
      evidence: 'https://example.com/a',
    });
  const plan = await does('client', 'prepare_step', { step: 'approve', escrow, milestones: '1-3' });
  part.note('the first of three approvals', plan);
  await send('get_escrow', { id: plan['id'] ?? 'none' });
  await does('client', 'prepare_step', { step: 'fund', escrow, signer: 'client', amount: '70' });
  await send('prepare_step', { step: 'fund', escrow });
  await does('client', 'prepare_step', { step: 'release', escrow, milestone: 1 });
  await does('client', 'prepare_step', { step: 'dispute', escrow, milestone: 4, signer: 'client' });
  await send('get_escrow', { escrow });
  await send('get_escrow', { escrow, historyFrom: 3 });
  await send('get_escrow', { escrow: 'posters' });
  await send('prepare_step', { step: 'end', escrow, refundTo: 'client' });
  await send('find_escrows', {});
  await expect(part.text()).toMatchFileSnapshot('recorded/twelve-milestones.txt');
});

test('shows an escrow with a single release, several escrows and their balances as recorded', async () => {
  const { part, send, does } = await openLife();
  const single = { ...REQUEST, kind: 'single', engagementId: 'ENG-2', title: 'Brand guide' };
  const { escrow } = await does('client', 'deploy_escrow', single);
  await send('prepare_step', { step: 'release', escrow });
  await send('prepare_step', { step: 'release', escrow, milestone: 1 });
  await does('client', 'prepare_step', { step: 'fund', escrow, signer: 'client' });
  await does('client', 'prepare_step', { step: 'approve', escrow, milestone: 1 });
  await send('prepare_step', { step: 'release', escrow });
  await send('get_escrow', { escrow });
  await does('provider', 'prepare_step', { step: 'dispute', escrow, signer: 'provider' });
  await send('get_escrow', { escrow });
  await send('prepare_step', { step: 'end', escrow });
  await send('prepare_step', { step: 'resolve', escrow, distributions: [{ address: 'client', amount: '100' }] });
  const { id } = await send('deploy_escrow', { ...REQUEST, title: 'Logo' }, false);
  await send('deploy_escrow', {
    ...REQUEST,
    title: 'Logo and more',
    milestones: [{ description: 'All', amount: '61' }],
  });
  await send('get_escrow', { id });
  await send('get_escrow', { escrow: id });
  await send('get_escrow', { escrow: UNKNOWN });
  for (const input of [
    { query: 'brand' },
    { query: 'logo more', status: 'open' },
    { wallet: 'arbiter' },
    { wallet: 'provider', status: 'settled' },
    { since: '2026-01-15T12:09:00Z' },
    { status: 'ended' },
  ])
    await send('find_escrows', input);
  await send('find_escrows', { openList: true });
  await send('get_balances', { escrows: [escrow, 'Brand guide', 'Logo', UNKNOWN], wallet: 'provider' });
  await expect(part.text()).toMatchFileSnapshot('recorded/single-release.txt');
});

test('shows and blocks terms that the platform changed, although the same person prepared it, as recorded', async () => {
  const { part, send, does } = await openLife();
  const { escrow } = await does('client', 'deploy_escrow', REQUEST);
  await send('prepare_step', { step: 'change-status', escrow, milestone: 2 });
  await send('find_escrows', { wallet: 'provider', status: 'open' });
  await does('platform', 'update_escrow', { escrow, milestones: REQUEST.milestones.slice(0, 2) });
  await send('get_escrow', { escrow });
  await send('prepare_step', { step: 'fund', escrow });
  await send('find_escrows', { status: 'open' });
  await expect(part.text()).toMatchFileSnapshot('recorded/changed-terms.txt');
});

test('names who lacks a trustline before an escrow, and adds it, as recorded', async () => {
  restartClock();
  const sandbox = await startSandbox({ rateLimit: 0, now: () => Date.now() });
  onTestFinished(sandbox.close);
  const env = { ESCROW_API_URL: sandbox.url, STELLAR_RPC_URL: sandbox.rpcUrl, STELLAR_NETWORK: 'sandbox' };
  const { part, send } = await openLife(env);
  const worker = await newcomer(sandbox.rpcUrl);
  const address = worker.publicKey();
  const request = { ...REQUEST, roles: { ...REQUEST.roles, serviceProvider: address, receiver: address } };
  await send('deploy_escrow', request);
  const step = { step: 'trustline', signer: address, token: 'USDC' };
  const { unsignedXdr, ...prepared } = await send('prepare_step', step, false);
  part.note('prepared', prepared);
  const { id } = prepared;
  part.note('signed', await send('submit_signed_xdr', { id, signedXdr: signWith(worker, String(unsignedXdr)) }, false));
  await send('get_escrow', { escrow: id });
  await send('prepare_step', step);
  await send('deploy_escrow', { ...request, engagementId: 'ENG-2' });
  await expect(part.text()).toMatchFileSnapshot('recorded/trustline.txt');
});

test('lists the newest 20 of 22 escrows, and narrows them by words', async () => {
  const { part, send } = await openLife();
  for (let number = 1; number <= 22; number += 1)
    await send('deploy_escrow', { ...REQUEST, engagementId: `ENG-${number}`, title: `Poster ${number}` }, false);
  for (const input of [{}, { query: 'poster 2' }, { status: 'open' }]) {
    const found = (await send('find_escrows', input, false)) as {
      escrows: readonly Fields[];
      more: number;
      moreToSign?: number;
      next: string;
    };
    part.note(`find_escrows ${JSON.stringify(input)}`, {
      titles: found.escrows.map(({ title }) => title).join(', '),
      more: found.more,
      moreToSign: found.moreToSign,
      next: found.next,
    });
  }
  await expect(part.text()).toMatchFileSnapshot('recorded/many-escrows.txt');
});
