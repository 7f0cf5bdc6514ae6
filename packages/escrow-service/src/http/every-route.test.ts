/** Access, deploys, sends and unknown routes in both dialects: good, wrong and boundary requests, with their whole answers. */
import { sandboxKeypair } from '@countersign/core/sandbox-keys';
import { liveBody, V1 } from '@countersign/testkit/ledger/live-client';
import {
  build,
  call,
  deployBody,
  PASSPHRASE,
  sign,
  startTestSandbox,
  TOKEN,
} from '@countersign/testkit/ledger/sandbox-client';
import { endClock, restartClock } from '@countersign/testkit/record/fixed-clock';
import { createPart } from '@countersign/testkit/record/part';
import { Asset, Operation, type Transaction, TransactionBuilder } from '@stellar/stellar-sdk/base';
import { afterEach, describe, expect, test } from 'vitest';

afterEach(endClock);

type Fields = Readonly<Record<string, unknown>>;
type Dialect = 'seed' | 'v1';
const NAMES = ['client', 'provider', 'platform', 'arbiter', 'absent', 'issuer'] as const;
const address = (name: (typeof NAMES)[number]) => sandboxKeypair(name).publicKey();
const named = (text: string) =>
  NAMES.reduce((all, name) => all.replaceAll(address(name), `<${name}>`), text.replaceAll(TOKEN.address, '<token>'));
const shortly = (value: unknown) => {
  const text = JSON.stringify(value) ?? 'missing';
  return text.length > 200 ? `${text.slice(0, 40)}… of ${text.length} characters` : text;
};

async function openRoutes(dialect: Dialect) {
  restartClock();
  const t = await startTestSandbox(dialect === 'v1' ? { network: V1 } : {});
  const part = createPart();
  const ask = async (
    title: string,
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ) => {
    const own = {
      'Content-Type': 'application/json',
      'x-api-key': t.sandbox.apiKey,
      Authorization: `Bearer ${t.sandbox.accessToken}`,
    };
    const sent = body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) };
    const reply = await call(`${t.sandbox.url}${path}`, { method, headers: { ...own, ...headers }, ...sent });
    const allow = reply.headers.get('allow');
    const shown =
      reply.json?.unsignedTransaction === undefined
        ? reply.text
        : JSON.stringify({ ...reply.json, unsignedTransaction: '…' });
    part.note(named(`${title}: ${reply.status}${allow === null ? '' : ` (allows ${allow})`} ${shown}`));
    return reply;
  };
  return { t, part, ask, section: (title: string) => part.note(`\n# ${title}`) };
}

const DEPLOY = '/deployer/multi-release';
const SEND = '/helper/send-transaction';
const bodyOf = (dialect: Dialect): Fields => (dialect === 'seed' ? deployBody() : liveBody('multi'));

describe.each(['seed', 'v1'] as const)('the service in the dialect %s', (dialect) => {
  test('answers on each route, with each credential and each kind of body', async () => {
    const { t, part, ask, section } = await openRoutes(dialect);
    section('routes');
    const paths = [
      '/',
      '/healthz',
      '/sandbox',
      DEPLOY,
      '/deployer/single-release',
      SEND,
      '/indexer/update-from-txhash',
      '/helper/get-escrow-by-contract-ids',
      '/helper/get-escrows-by-signer',
      '/helper/get-multiple-escrow-balance',
      '/escrow/single-release/get-multiple-escrow-balance',
    ];
    const steps = ['multi', 'single'].flatMap((release) =>
      [
        'fund-escrow',
        'update-escrow',
        'withdraw-remaining-funds',
        'extend-ttl',
        'dispute-milestone',
        'dispute-escrow',
      ].map((step) => `/escrow/${release}-release/${step}`),
    );
    for (const path of [...paths, ...steps]) {
      for (const method of ['GET', 'POST', 'PUT'])
        await ask(`${method} ${path}`, method, path, method === 'GET' ? undefined : {});
    }
    section('credentials');
    const balances = dialect === 'seed' ? paths.at(-1) : '/helper/get-multiple-escrow-balance';
    for (const [title, headers] of [
      ['no token', { Authorization: '' }],
      ['another token', { Authorization: 'Bearer x' }],
      ['no scheme', { Authorization: t.sandbox.accessToken }],
      ['a scheme in small letters', { Authorization: `bearer ${t.sandbox.accessToken}` }],
      ['no key', { 'x-api-key': '' }],
      ['another key', { 'x-api-key': 'x' }],
      ['another site', { Origin: 'https://example.org' }],
    ] as const) {
      await ask(`deploy with ${title}`, 'POST', DEPLOY, {}, headers);
      await ask(`balances with ${title}`, 'GET', `${balances}`, undefined, headers);
    }
    section('bodies');
    for (const type of ['application/json; charset=utf-8', 'APPLICATION/JSON', 'application/jsonl', 'text/plain', ''])
      await ask(`type “${type}”`, 'POST', SEND, {}, { 'Content-Type': type });
    for (const body of ['', '{', '[]', '1', 'null', '"x"']) await ask(`body ${body}`, 'POST', SEND, body);
    for (const length of [262_144, 262_145])
      await ask(`${length} bytes`, 'POST', SEND, `{"a":"${'x'.repeat(length - 8)}"}`);
    const secret = sandboxKeypair('client').secret();
    await ask('a secret key', 'POST', SEND, { signedXdr: secret });
    await ask('a secret key in a query', 'GET', `${balances}?signer=${secret}`);
    await t.sandbox.close();
    await expect(part.text()).toMatchFileSnapshot(`recorded/${dialect}-routes.txt`);
  });

  test('builds or refuses deploys, sends what was signed, and reads balances', async () => {
    const { t, part, ask, section } = await openRoutes(dialect);
    const body = bodyOf(dialect);
    const deploy = (title: string, change: Fields = {}) => ask(title, 'POST', DEPLOY, { ...body, ...change });
    section('deploys');
    const { json } = await deploy('as usual');
    await deploy('with another field', { note: 'x' });
    for (const field of Object.keys(body)) {
      for (const value of [undefined, null, '', 'x', 7, []])
        await deploy(`${field} ${shortly(value)}`, { [field]: value });
    }
    for (const signer of [TOKEN.address, address('absent')]) await deploy(`signer ${signer}`, { signer });
    for (const [field, most] of [
      ['title', 100],
      ['description', 500],
    ] as const) {
      for (const length of [most, most + 1])
        await deploy(`${field} of ${length} characters`, { [field]: 'x'.repeat(length) });
    }
    for (const platformFee of [0, 0.01, 0.001, 99, 99.01, -1, '2.5'])
      await deploy(`platformFee ${shortly(platformFee)}`, { platformFee });
    const roles = body['roles'] as Fields;
    for (const role of Object.keys(roles)) {
      for (const value of [undefined, 'x', TOKEN.address, address('absent'), address('issuer')])
        await deploy(`${role} ${shortly(value)}`, { roles: { ...roles, [role]: value } });
    }
    await deploy('another role', { roles: { ...roles, observer: address('client') } });
    const [milestone] = body['milestones'] as [Fields];
    for (const count of [50, 51]) await deploy(`${count} milestones`, { milestones: Array(count).fill(milestone) });
    for (const amount of [0, -1, '1', 0.0000001, 0.00000001, 922337203686, 1e40])
      await deploy(`amount ${shortly(amount)}`, { milestones: [{ ...milestone, amount }] });
    for (const change of [
      { description: '' },
      { description: undefined },
      { receiver: 'x' },
      { receiver: address('provider') },
      { status: 'done' },
      { evidence: 'x' },
      { approved: true },
    ])
      await deploy(`a milestone with ${shortly(change)}`, { milestones: [{ ...milestone, ...change }] });
    for (const trustline of [
      { address: TOKEN.address },
      { address: TOKEN.issuer },
      { address: TOKEN.address, decimals: 7 },
      { address: TOKEN.address, decimals: 100 },
      { address: TOKEN.issuer, symbol: 'NONE' },
      { address: TOKEN.address, symbol: 'USDC' },
      { address: new Asset('NONE', TOKEN.issuer).contractId(PASSPHRASE), decimals: 10_000_000 },
    ]) {
      await deploy(`trustline ${shortly(trustline)}`, { trustline });
    }
    for (const receiverMemo of [0, 1, -1, 1.5, 4_294_967_295, 4_294_967_296])
      await deploy(`receiverMemo ${receiverMemo}`, { receiverMemo });

    if (dialect === 'v1') {
      const single = (title: string, change: Fields) =>
        ask(`single: ${title}`, 'POST', '/deployer/single-release', { ...liveBody('single'), ...change });
      await single('an amount and a receiver of a milestone', { milestones: [milestone] });
      for (const amount of [undefined, 0, 1e33]) await single(`amount ${shortly(amount)}`, { amount });
      for (const platformFee of [-1, 99.01]) await single(`platformFee ${platformFee}`, { platformFee });
      await deploy('one amount', { amount: 1 });
    }

    section('sends');
    const unsigned = json.unsignedTransaction as string;
    const send = (title: string, signedXdr: unknown, more: Fields = {}) =>
      ask(title, 'POST', SEND, { signedXdr, ...more });
    for (const value of [undefined, null, 7, '', 'x', 'AAAA', unsigned]) await send(`“${shortly(value)}”`, value);
    for (const value of [null, 'true', 1, false])
      await send(`wants the escrow: ${shortly(value)}`, sign(unsigned, 'provider'), {
        returnEscrowDataIsRequired: value,
      });
    await send('another field', unsigned, { note: 'x' });
    await send('signed by another', sign(unsigned, 'provider'));
    const { json: fresh } = await deploy('again');
    const whole = sign(fresh.unsignedTransaction, 'client');
    const deployed = await send('signed', whole, dialect === 'seed' ? { returnEscrowDataIsRequired: true } : {});
    await send('the same again', whole);
    const { json: late } = await deploy('for later');
    t.clock.now += 101_000;
    await send('too late', sign(late.unsignedTransaction, 'client'));
    const payment = await build(t, sandboxKeypair('client'), [
      Operation.payment({ destination: address('provider'), asset: Asset.native(), amount: '1' }),
    ]);
    payment.sign(sandboxKeypair('client'));
    await send('a payment', payment.toXdr());
    const bump = TransactionBuilder.buildFeeBumpTransaction(
      sandboxKeypair('client'),
      '4000',
      TransactionBuilder.fromXdr(whole, PASSPHRASE) as Transaction,
      PASSPHRASE,
    );
    await send('a fee bump', bump.toXdr());

    section('balances');
    const escrow = deployed.json.contractId as string;
    const [path, own] =
      dialect === 'seed'
        ? ['/escrow/single-release/get-multiple-escrow-balance', `signer=${address('client')}&`]
        : ['/helper/get-multiple-escrow-balance', ''];
    const balances = (title: string, query: string) => ask(title, 'GET', `${path}?${query}`);
    await balances('of one', `${own}addresses[]=${escrow}`);
    await balances('with encoded brackets', `${own}addresses%5B%5D=${escrow}`);
    await balances('without brackets', `${own}addresses=${escrow}`);
    await balances('in both ways', `${own}addresses=${escrow}&addresses[]=${escrow}`);
    await balances('of none', own);
    await balances('of a token', `${own}addresses[]=${TOKEN.address}`);
    await balances('of an account, and no address', `${own}addresses[]=${address('client')}&addresses[]=x`);
    for (const count of [20, 21]) await balances(`of ${count}`, `${own}${`addresses[]=${escrow}&`.repeat(count)}`);
    for (const signer of ['', 'x', TOKEN.address])
      await balances(`for “${signer}”`, `signer=${signer}&addresses[]=${escrow}`);
    await balances('for two', `signer=${address('client')}&signer=${address('client')}&addresses[]=${escrow}`);
    if (dialect === 'v1') {
      section('index');
      const index = (title: string, txHash: unknown) => ask(title, 'PUT', '/indexer/update-from-txhash', { txHash });
      const hash = Buffer.from((TransactionBuilder.fromXdr(whole, PASSPHRASE) as Transaction).hash()).toString('hex');
      for (const value of [undefined, '', 'x', 'a'.repeat(63), 'a'.repeat(64), hash.toUpperCase()])
        await index(`hash ${value === undefined ? 'missing' : `of ${value.length} characters`}`, value);
      const sent = await t.rpc.sendTransaction(payment);
      await index('of a payment', sent.hash);
    }
    await t.sandbox.close();
    await expect(part.text()).toMatchFileSnapshot(`recorded/${dialect}-deploys.txt`);
  });
});
