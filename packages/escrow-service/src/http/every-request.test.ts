/** Every route in both dialects: good, wrong and boundary requests, with their whole answers. */
import type { Act } from '@countersign/core/kinds';
import type { Release } from '@countersign/core/network';
import { sandboxKeypair } from '@countersign/core/sandbox-keys';
import { liveBody, V1 } from '@countersign/testkit/ledger/live-client';
import {
  call,
  deployBody,
  PASSPHRASE,
  sign,
  startTestSandbox,
  TOKEN,
} from '@countersign/testkit/ledger/sandbox-client';
import { endClock, restartClock } from '@countersign/testkit/record/fixed-clock';
import { createPart } from '@countersign/testkit/record/part';
import { Address, scValToNative, type Transaction, TransactionBuilder, type xdr } from '@stellar/stellar-sdk/base';
import { afterEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { stepRoutes } from './request-bodies.ts';

afterEach(endClock);

type Fields = Readonly<Record<string, unknown>>;
type Dialect = 'seed' | 'v1';
const NAMES = ['client', 'provider', 'platform', 'arbiter', 'receiver', 'absent', 'issuer'] as const;
type Name = (typeof NAMES)[number];
const address = (name: Name) => sandboxKeypair(name).publicKey();
const named = (text: string) =>
  NAMES.reduce((all, name) => all.replaceAll(address(name), `<${name}>`), text.replaceAll(TOKEN.address, '<token>'));

async function openService(dialect: Dialect) {
  usual = {};
  restartClock();
  const t = await startTestSandbox(dialect === 'v1' ? { network: V1 } : {});
  const part = createPart();
  const request = (method: string, path: string, body?: unknown, headers: Readonly<Record<string, string>> = {}) =>
    call(`${t.sandbox.url}${path}`, {
      method,
      headers: {
        ...{
          'Content-Type': 'application/json',
          'x-api-key': t.sandbox.apiKey,
          Authorization: `Bearer ${t.sandbox.accessToken}`,
        },
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
  /** What is to sign is shown as its call; other answers whole. */
  const note = (title: string, { status, text, json }: { status: number; text: string; json: Fields | undefined }) => {
    const unsigned = json?.['unsignedTransaction'];
    const shown =
      typeof unsigned === 'string'
        ? JSON.stringify({ ...json, unsignedTransaction: undefined, builds: called(unsigned, t.clock.now) })
        : text;
    part.note(`${named(title)}: ${status} ${named(shown)}`);
  };
  const ask = async (title: string, ...rest: Parameters<typeof request>) => {
    const reply = await request(...rest);
    note(title, reply);
    return reply;
  };
  const send = (unsigned: string, who: Name, more: Fields = {}) =>
    request('POST', '/helper/send-transaction', { signedXdr: sign(unsigned, sandboxKeypair(who)), ...more });

  async function created(release: Release, changes: Fields = {}): Promise<string> {
    // The seed's deploy of a single release is an extension of its own route.
    const isSeed = dialect === 'seed';
    const body = isSeed
      ? deployBody({ ...(release === 'single' ? { kind: 'single' } : {}), ...changes })
      : liveBody(release, changes);
    const { json } = await request('POST', `/deployer/${isSeed ? 'multi' : release}-release`, body);
    return (await send(json.unsignedTransaction, 'client')).json.contractId;
  }
  async function taken(release: Release, act: Act, contractId: string, who: Name, change: Fields = {}) {
    const { path, method } = routeOf(release, act);
    const { json } = await request(method, path, { contractId, ...bodyOf(dialect, release, act), ...change });
    expect((await send(json.unsignedTransaction, who)).status).toBeLessThan(300);
  }
  return { t, part, request, ask, note, send, created, taken };
}

function routeOf(release: Release, act: Act) {
  const { path, method } = stepRoutes(release, z.any()).find((route) => route.act === act) as {
    path: string;
    method: string;
  };
  return { path: `/escrow/${release}-release/${path}`, method };
}

function bodyOf(dialect: Dialect, release: Release, act: Act): Fields {
  const index = release === 'multi' ? { milestoneIndex: '0' } : {};
  const distributions = [{ address: address('provider'), amount: release === 'multi' ? 10.5 : 30.5000001 }];
  const { signer: _, ...terms } = dialect === 'v1' ? liveBody(release) : seedTerms(release);
  const bodies: Readonly<Record<Act, Fields>> = {
    fund: { signer: address('client'), amount: 30.5000001 },
    'change-status': {
      milestoneIndex: '0',
      newStatus: 'done',
      newEvidence: 'https://example.org',
      serviceProvider: address('provider'),
    },
    approve: { milestoneIndex: '0', approver: address('client') },
    release: { releaseSigner: address('client'), ...index },
    dispute: { signer: address('client'), ...index },
    resolve: { disputeResolver: address('arbiter'), ...index, distributions },
    withdraw: { disputeResolver: address('arbiter'), distributions },
    update: { signer: address('platform'), escrow: { ...terms, title: 'Another title' } },
    extend: { signer: address('platform'), ledgersToExtend: 200_000 },
  };
  return bodies[act];
}

function seedTerms(release: Release): Fields {
  const { milestones, ...terms } = deployBody({ trustline: { address: TOKEN.address } });
  const steps = (milestones as Fields[]).map(({ description, amount }) => ({ description, amount: Number(amount) }));
  return release === 'multi'
    ? { ...terms, milestones: steps }
    : { ...terms, amount: 30.5000001, milestones: steps.map(({ description }) => ({ description })) };
}

/** Function, arguments, fee and time bounds from now on. */
function called(unsigned: string, now: number): string {
  const { operations, fee, source, timeBounds, memo, sequence } = TransactionBuilder.fromXdr(
    unsigned,
    PASSPHRASE,
  ) as Transaction;
  const [operation] = operations;
  if (operation?.type !== 'invokeHostFunction' || operation.func.type !== 'hostFunctionTypeInvokeContract')
    return 'no call';
  const { functionName, args, contractAddress } = operation.func.invokeContract;
  const from = (time = '0') => (time === '0' ? 0 : Number(time) - now / 1000);
  const plain = JSON.stringify(
    args.map((each) => (isEscrow(each) ? termsIn(each) : plainly(each))),
    (_key, value) => (typeof value === 'bigint' ? `${value}` : value),
  );
  const signs = operation.auth?.map(({ credentials }) => credentials.type).join() ?? '';
  return `${Address.fromScAddress(contractAddress)} ${functionName}${plain}, fee ${fee}, by ${source} ${BigInt(sequence) & 0xffff_ffffn}, from ${from(timeBounds?.minTime)} to ${from(timeBounds?.maxTime)}, ${memo.type}, ${signs}`;
}
const isEscrow = (value: xdr.ScVal) => value.type === 'scvMap' && value.map?.[0]?.key.type === 'scvSymbol';

/** What of an escrow differs from that of the usual update. */
let usual: Readonly<Record<string, string>> = {};
function termsIn(value: xdr.ScVal): Readonly<Record<string, string>> {
  const all = flat(scValToNative(value));
  if (Object.keys(usual).length === 0) {
    usual = all;
    return all;
  }
  return Object.fromEntries(
    Object.keys({ ...usual, ...all }).flatMap((field) =>
      usual[field] === all[field] ? [] : [[field, all[field] ?? 'none']],
    ),
  );
}
function flat(value: unknown, path = ''): Record<string, string> {
  if (typeof value !== 'object' || value === null) return { [path]: `${value}` };
  return Object.assign(
    {},
    ...Object.entries(value)
      .slice(0, 12)
      .map(([name, each]) => flat(each, path === '' ? name : `${path}.${name}`)),
  );
}
const plainly = (value: xdr.ScVal): unknown =>
  value.type === 'scvBytes' ? `${value.bytes.toBytes().length} bytes` : scValToNative(value);

const ACTS = [
  'fund',
  'change-status',
  'approve',
  'release',
  'dispute',
  'resolve',
  'withdraw',
  'update',
  'extend',
] as const;
const crowd = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    address: Address.contract(Buffer.alloc(32, at)).toString(),
    amount: 0.1,
  }));
/** By the name of a field: values on both sides of what it may be. */
const VALUES: Readonly<Record<string, readonly unknown[]>> = {
  contractId: ['', 'x', address('client'), TOKEN.address],
  signer: ['', 'x', TOKEN.address, address('absent'), address('provider')],
  milestoneIndex: ['', '-1', '1.5', '1', '2', '999999999', '1000000000', 0],
  amount: [0, -1, '1', 0.0000001, 0.00000001, 1e3, 922337203686, 1e40],
  ledgersToExtend: [0, 1, 1.5, '5', 4_294_967_295, 4_294_967_296],
  newStatus: ['', ' ', 'x'.repeat(10_001)],
  newEvidence: ['', null, 'x'.repeat(10_001)],
  distributions: [
    [],
    'x',
    [
      { address: address('provider'), amount: 1 },
      { address: address('provider'), amount: 1 },
    ],
    [{ address: 'x', amount: 1 }],
    [{ address: address('provider'), amount: '1' }],
    [{ address: address('provider'), amount: 1, note: 'x' }],
    [{ amount: 1 }],
    crowd(50),
    crowd(51),
  ],
};
const valuesOf = (field: string) => VALUES[field] ?? ['', address('absent')];
const shortly = (value: unknown) => {
  const text = JSON.stringify(value) ?? 'missing';
  return text.length > 200 ? `${text.slice(0, 60)}… of ${text.length} characters` : text;
};

describe.each(['seed', 'v1'] as const)('the service in the dialect %s', (dialect) => {
  test.each(['multi', 'single'] as const)('builds or refuses each step of a %s release', async (release) => {
    const { t, part, ask, created, taken } = await openService(dialect);
    const fresh = await created(release);
    const ready = await created(release, { engagementId: 'READY' });
    const disputed = await created(release, { engagementId: 'DISPUTED' });
    for (const escrow of [ready, disputed]) await taken(release, 'fund', escrow, 'client');
    for (const milestoneIndex of ['0', '1']) await taken(release, 'approve', ready, 'client', { milestoneIndex });
    for (const milestoneIndex of release === 'multi' ? ['0', '1'] : [undefined])
      await taken(release, 'dispute', disputed, 'client', { milestoneIndex });
    for (const act of ACTS.filter((each) => dialect === 'seed' || release === 'multi' || each !== 'withdraw')) {
      const { path, method } = routeOf(release, act);
      const body = bodyOf(dialect, release, act);
      part.note(`\n# ${method} ${path}`);
      const states = { fresh, ready, disputed };
      for (const [state, contractId] of Object.entries(states))
        await ask(`of one that is ${state}`, method, path, { contractId, ...body });
      const contractId = act === 'release' ? ready : act === 'resolve' || act === 'withdraw' ? disputed : fresh;
      await ask('of the other release', method, path.replace(release, release === 'multi' ? 'single' : 'multi'), {
        contractId,
        ...body,
      });
      await ask('with another field', method, path, { contractId, ...body, note: 'x' });
      // What both releases have in common is shown for one of them.
      const fields = release === 'single' ? [] : [...(act === 'fund' ? ['contractId'] : []), ...Object.keys(body)];
      for (const field of act === 'resolve' ? [...new Set([...fields, 'distributions'])] : fields) {
        for (const value of [undefined, null, ...(field === 'escrow' ? ['x', {}] : valuesOf(field))]) {
          await ask(`${field} ${shortly(value)}`, method, path, { contractId, ...body, [field]: value });
        }
      }
    }
    const { path, method } = routeOf(release, 'update');
    const { escrow, signer } = bodyOf(dialect, release, 'update') as { escrow: Fields; signer: string };
    part.note('\n# terms of an update');
    const terms = (title: string, change: Fields) =>
      ask(title, method, path, { contractId: fresh, signer, escrow: { ...escrow, ...change } });
    for (const field of Object.keys(escrow)) await terms(`without ${field}`, { [field]: undefined });
    for (const [field, most] of [
      ['title', 100],
      ['description', 500],
    ] as const) {
      for (const length of [0, most, most + 1])
        await terms(`${field} of ${length} characters`, { [field]: 'x'.repeat(length) });
    }
    for (const platformFee of [0, 0.01, 0.001, 99, 99.01, -1, '2.5'])
      await terms(`platformFee ${shortly(platformFee)}`, { platformFee });
    for (const receiverMemo of [0, 1.5, 4_294_967_295, 4_294_967_296])
      await terms(`receiverMemo ${receiverMemo}`, { receiverMemo });
    const steps = escrow['milestones'] as Fields[];
    for (const count of [0, 50, 51]) await terms(`${count} milestones`, { milestones: Array(count).fill(steps[0]) });
    const one = (title: string, change: Fields) =>
      terms(`a milestone with ${title}`, { milestones: [{ ...steps[0], ...change }, steps[1]] });
    for (const change of [
      { description: '' },
      { status: '' },
      { status: 'done' },
      { evidence: '' },
      { amount: '1' },
      { receiver: address('receiver') },
      { approved: true },
      { approved: 1 },
      { flags: { approved: true, disputed: false, released: false, resolved: false } },
      { flags: { approved: true } },
      { note: 'x' },
    ]) {
      await one(shortly(change), change);
    }
    for (const role of Object.keys(escrow['roles'] as Fields)) {
      for (const value of [undefined, 'x', TOKEN.address])
        await terms(`role ${role} ${shortly(value)}`, { roles: { ...(escrow['roles'] as Fields), [role]: value } });
    }
    for (const trustline of [
      {},
      { address: 'x' },
      { address: address('issuer') },
      { address: TOKEN.issuer, symbol: 'NONE' },
      { address: TOKEN.issuer, symbol: 'U.' },
      { address: TOKEN.address, symbol: 'USDC' },
      { address: fresh },
    ]) {
      await terms(`trustline ${shortly(trustline)}`, { trustline });
    }
    await t.sandbox.close();
    await expect(part.text()).toMatchFileSnapshot(`recorded/${dialect}-steps-${release}.txt`);
  });
});
