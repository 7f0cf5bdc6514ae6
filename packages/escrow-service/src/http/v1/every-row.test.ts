/** The rows of escrows in every state, and each filter, order and page on both sides of its limits. */
import type { Release } from '@countersign/core/network';
import {
  ask,
  liveBalances,
  liveEscrow,
  liveFund,
  liveRows,
  liveSend,
  liveTake,
  startLiveSandbox,
} from '@countersign/testkit/ledger/live-client';
import { address, sign, TOKEN } from '@countersign/testkit/ledger/sandbox-client';
import { endClock, restartClock } from '@countersign/testkit/record/fixed-clock';
import { createPart } from '@countersign/testkit/record/part';
import { Hono } from 'hono';
import { afterEach, expect, test } from 'vitest';
import { Refusal } from '../../contract/refusal.ts';
import { refused } from './answers.ts';

afterEach(endClock);

type Fields = Readonly<Record<string, unknown>>;
const client = address('client');
const provider = address('provider');
const platform = address('platform');
const arbiter = address('arbiter');

async function openIndex() {
  restartClock();
  const t = await startLiveSandbox();
  const ids: Record<string, string> = {};
  const named = (text: string) =>
    Object.entries({ ...ids, client, provider, platform, arbiter, token: TOKEN.address, issuer: TOKEN.issuer }).reduce(
      (all, [name, id]) => all.replaceAll(id, `<${name}>`),
      text,
    );
  async function make(name: string, release: Release, changes: Fields = {}, money = 0): Promise<string> {
    t.clock.now += 60_123;
    const id = await liveEscrow(t, release, { engagementId: name, title: name, ...changes });
    ids[name] = id;
    if (money > 0) {
      const { json } = await liveFund(t, release, id, money);
      await liveSend(t, sign(json.unsignedTransaction, 'client'));
    }
    return id;
  }
  const take = async (release: Release, path: string, who: 'client' | 'arbiter' | 'provider', body: Fields) => {
    t.clock.now += 1_000;
    expect((await liveTake(t, release, path, who, body)).status).toBe(201);
  };
  const approve = async (release: Release, contractId: string, indexes = ['0', '1']) => {
    for (const milestoneIndex of indexes)
      await take(release, 'approve-milestone', 'client', { contractId, milestoneIndex, approver: client });
  };
  const release = (contractId: string, milestoneIndex: string) =>
    take('multi', 'release-milestone-funds', 'client', { contractId, milestoneIndex, releaseSigner: client });
  const resolve = async (contractId: string, milestoneIndex: string, amount: number) => {
    await take('multi', 'dispute-milestone', 'client', { contractId, milestoneIndex, signer: client });
    await take('multi', 'resolve-milestone-dispute', 'arbiter', {
      contractId,
      milestoneIndex,
      disputeResolver: arbiter,
      distributions: [{ address: provider, amount }],
    });
  };
  const first = await make('working', 'multi');
  await approve('multi', await make('one approved', 'multi', {}, 1), ['1']);
  await approve(
    'multi',
    await make('all approved', 'multi', {
      milestones: [1, 1].map((amount) => ({ description: 'Step', amount, receiver: client })),
    }),
  );
  const paid = await make('all released', 'multi', {}, 30.5000001);
  await approve('multi', paid);
  for (const index of ['0', '1']) await release(paid, index);
  const mixed = await make('released and resolved', 'multi', {}, 31);
  await approve('multi', mixed, ['0']);
  await release(mixed, '0');
  await resolve(mixed, '1', 20);
  const half = await make('released and approved', 'multi', {}, 31);
  await approve('multi', half);
  await release(half, '1');
  const settled = await make('all resolved', 'multi', {}, 31);
  for (const index of ['0', '1']) await resolve(settled, index, 10);
  const open = await make('resolved and in dispute', 'multi', {}, 31);
  await resolve(open, '0', 10);
  await take('multi', 'dispute-milestone', 'client', { contractId: open, milestoneIndex: '1', signer: client });
  await make('single', 'single', { amount: 7 });
  await approve('single', await make('single approved', 'single'));
  const done = await make('single released', 'single', {}, 30.5000001);
  await approve('single', done);
  await take('single', 'release-funds', 'client', { contractId: done, releaseSigner: client });
  const argued = await make('single in dispute', 'single', {}, 2);
  await take('single', 'dispute-escrow', 'client', { contractId: argued, signer: client });
  const ruled = await make('single resolved', 'single', {}, 2);
  await take('single', 'dispute-escrow', 'client', { contractId: ruled, signer: client });
  await take('single', 'resolve-dispute', 'arbiter', {
    contractId: ruled,
    disputeResolver: arbiter,
    distributions: [{ address: provider, amount: 2 }],
  });
  // The oldest, changed last.
  await take('multi', 'change-milestone-status', 'provider', {
    ...{ contractId: first, milestoneIndex: '1', newStatus: 'begun', newEvidence: 'https://example.org' },
    serviceProvider: provider,
  });
  return { t, ids, named };
}

test('shows rows in every state, and finds them by each filter', async () => {
  const { t, ids, named } = await openIndex();
  const part = createPart();
  for (const id of Object.values(ids)) {
    const { text } = await liveRows(t, [id]);
    part.note(named(text).slice(1, -1).replace(/^/, 'row '));
  }
  const lines: string[] = [];
  const get = async (title: string, path: string) => {
    const { status, json, text } = await ask(t, 'GET', path);
    const isList = Array.isArray(json) && json.every((row) => 'contractId' in row);
    lines.push(
      named(
        `${title}: ${isList ? json.map((row: { engagementId: string }) => row.engagementId).join(', ') || 'none' : `${status} ${text}`}`,
      ),
    );
  };
  const bySigner = (query: string, signer = client) =>
    get(`signer ${signer} &${query}`, `/helper/get-escrows-by-signer?signer=${signer}&${query}`);
  const createdAt: Record<string, number> = {};
  for (const row of (await ask(t, 'GET', `/helper/get-escrows-by-signer?signer=${client}`)).json) {
    createdAt[row.engagementId] = row.createdAt._seconds * 1000 + row.createdAt._nanoseconds / 1_000_000;
  }
  const status = ['working', 'pendingRelease', 'released', 'resolved', 'inDispute', 'other'].map(
    (each) => `status=${each}`,
  );
  const order = ['createdAt', 'updatedAt', 'amount', 'title'].flatMap((by) =>
    ['asc', 'desc', 'up'].map((direction) => `orderBy=${by}&orderDirection=${direction}`),
  );
  const amounts = [
    '2',
    '2.0000001',
    '7',
    '7.0000001',
    '30.5',
    '30.5000001',
    '30.5000002',
    '-1',
    '1e3',
    '0.00000001',
    '',
  ].flatMap((amount) => [`minAmount=${amount}`, `maxAmount=${amount}`]);
  const dates = [-1, 0, 1].flatMap((more) =>
    ['startDate', 'endDate'].map((name) => `${name}=${new Date((createdAt['single'] ?? 0) + more).toISOString()}`),
  );
  const others = [
    'page=1',
    'page=2',
    'page=0',
    'page=x',
    'page=10000000',
    'startDate=never',
    'endDate=',
    'isActive=true',
    'isActive=false',
    'isActive=1',
    'type=multi-release',
    'type=single-release',
    'type=other',
    'title=single',
    'title=',
    'engagementId=working',
    'engagementId=x',
    'validateOnChain=true',
    'validateOnChain=false',
    'validateOnChain=x',
    'order=up',
    'orderBy=amount&type=single-release&status=working',
  ];
  for (const query of ['', ...status, ...order, ...amounts, ...dates, ...others]) await bySigner(query);
  await bySigner('', provider);
  for (const signer of ['', 'x', TOKEN.address]) await bySigner('', signer);
  await get('no signer', '/helper/get-escrows-by-signer');
  for (const role of [
    'approver',
    'serviceProvider',
    'platformAddress',
    'releaseSigner',
    'disputeResolver',
    'receiver',
    'signer',
    'service_provider',
    'toString',
    '',
  ]) {
    for (const who of [client, provider, platform, arbiter])
      await get(`role ${role} of ${who}`, `/helper/get-escrows-by-role?role=${role}&roleAddress=${who}`);
  }
  for (const who of ['', 'x', TOKEN.address])
    await get(`role of ${who}`, `/helper/get-escrows-by-role?role=approver&roleAddress=${who}`);
  await get(
    'role in order',
    `/helper/get-escrows-by-role?role=approver&roleAddress=${client}&orderBy=amount&orderDirection=asc&status=working`,
  );
  const first = ids['working'] as string;
  const second = ids['single released'] as string;
  const rows = (title: string, query: string) => get(`rows ${title}`, `/helper/get-escrow-by-contract-ids?${query}`);
  await rows('of two', `contractIds[]=${second}&contractIds[]=${first}`);
  await rows('with a name that is percent-encoded', `contractIds%5B%5D=${first}`);
  await rows('without brackets', `contractIds=${first}`);
  await rows('of none', '');
  await rows('of an account', `contractIds[]=${client}`);
  await rows('of one that is not known', `contractIds[]=${TOKEN.address}`);
  for (const count of [20, 21]) await rows(`of ${count}`, `contractIds[]=${first}&`.repeat(count));
  for (const value of ['true', 'false', 'x'])
    await rows(`validated: ${value}`, `contractIds[]=${first}&validateOnChain=${value}`);
  await rows('with another field', `contractIds[]=${first}&signer=x`);
  const balances = async (title: string, addresses: readonly string[]) => {
    const { status: code, text } = await liveBalances(t, addresses);
    lines.push(named(`balances ${title}: ${code} ${text}`));
  };
  await balances('of none', []);
  await balances('of all', Object.values(ids));
  await balances('of a token', [first, TOKEN.address]);
  await balances('of an account', [client]);
  await balances('of 21', Array(21).fill(first));
  await t.sandbox.close();
  await expect(`${part.text()}${lines.join('\n')}\n`).toMatchFileSnapshot('recorded/every-row.txt');
});

test('gives each contract error the text that the live service gives it, whichever contract it is of', async () => {
  restartClock();
  const app = new Hono();
  const reasons = { text: 'The contract refused', list: ['one', 'two'] };
  app.get('/error/:number', (c) => refused(c, new Refusal(reasons.text, {}, Number(c.req.param('number')))));
  app.get('/text', (c) => refused(c, new Refusal(reasons.text)));
  app.get('/list', (c) => refused(c, new Refusal(reasons.list)));
  const paths = ['/text', '/list', ...Array.from({ length: 48 }, (_, at) => `/error/${at}`)];
  const answers = await Promise.all(paths.map(async (path) => `${path} ${await (await app.request(path)).text()}`));
  await expect(`${answers.join('\n')}\n`).toMatchFileSnapshot('recorded/contract-errors.txt');
});
