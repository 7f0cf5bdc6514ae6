/** What each tool answers to arguments of every wrong kind: one line for each call. */
import { encodeStrKey, STEP_NAMES } from '@countersign/core/escrow';
import { NETWORKS, SANDBOX_ACCOUNTS } from '@countersign/core/network';
import { call, type Host, startHost } from '@countersign/testkit/mcp/host';
import { REQUEST, signAs } from '@countersign/testkit/mcp/request';
import { endClock, passTime, restartClock } from '@countersign/testkit/record/fixed-clock';
import { createPart } from '@countersign/testkit/record/part';
import { afterEach, expect, test } from 'vitest';
import { EVERY_TOOL } from '../tools/tools-for.ts';
import type { InputSchema } from './read-arguments.ts';

afterEach(endClock);

const SEED = encodeStrKey('secretSeed', new Uint8Array(32).fill(7));
const OTHER = encodeStrKey('contract', new Uint8Array(32).fill(9));
const [, provider] = SANDBOX_ACCOUNTS.map(({ address }) => address);

/** By the type in the schema: what is not of it, or beyond its limits. */
const WRONG: Readonly<Record<string, readonly unknown[]>> = {
  string: [{}, ['x'], true],
  number: ['x', {}, -1, 1.5],
  integer: ['x', {}, 0, 1.5],
  boolean: ['x', {}, 2],
  array: [5, 'x', {}, [5], [{}]],
  object: [5, 'x', [], ['x']],
};

type Fields = Readonly<Record<string, unknown>>;
type Reply = {
  readonly structuredContent?: Fields;
  readonly isError?: boolean;
  readonly content: readonly { text: string }[];
};

/** An error in one line; of a result what it is, and how the call was understood. */
function lineOf({ structuredContent, content: [first] }: Reply): string {
  if (structuredContent !== undefined) {
    const { status, action, escrows, balances, notRead, note, summary, plan, now } = structuredContent;
    const { title, amount, signer } = (summary ?? {}) as Fields;
    return `→ ${JSON.stringify({ status, action, now, title, amount, signer, escrows, balances, notRead, note, plan })}`;
  }
  const { code, reason, message, remedy, retryable, fields = [], ...more } = JSON.parse(first?.text ?? '').error;
  const problems = fields.map(({ path, problem }: Readonly<Record<string, string>>) => `\n    ${path} ${problem}`);
  const others = Object.keys(more).length === 0 ? '' : ` ${JSON.stringify(more)}`;
  return `${code}${reason === undefined ? '' : ` (${reason})`}${retryable ? ', may be retried' : ''}: ${message} ${remedy}${others}${problems.join('')}`;
}

function noting(host: Host) {
  const part = createPart();
  const send = async (name: string, input: unknown, shown: unknown = input) => {
    passTime(0.01);
    const reply = await host.client
      .callTool({ name, arguments: input as Fields })
      .then(lineOf as (reply: unknown) => string, ({ code, message }) => `protocol error ${code}: ${message}`);
    part.note(`  ${JSON.stringify(shown).replaceAll(SEED, '<seed>')}: ${reply}`);
  };
  return { part, send };
}

test('answers arguments of every wrong kind in every tool as recorded', async () => {
  restartClock();
  const host = await startHost();
  const { part, send } = noting(host);
  const prepared = await call(host, 'deploy_escrow', { ...REQUEST, includeXdr: true });
  const { id, escrow, unsignedXdr, transactionHash } = prepared as Readonly<Record<string, string>>;
  const signedXdr = signAs('client', String(unsignedXdr), String(transactionHash));
  await call(host, 'submit_signed_xdr', { id, signedXdr });
  const right: Readonly<Record<string, Fields>> = {
    deploy_escrow: { ...REQUEST, kind: 'multi', engagementId: 'ENG-2' },
    prepare_step: { step: 'approve', escrow, milestone: 1 },
    update_escrow: { escrow, title: 'Another' },
    submit_signed_xdr: { id, signedXdr },
    get_escrow: { escrow },
    find_escrows: { query: 'nothing like it' },
    get_balances: { escrows: [escrow] },
    explain_xdr: { id },
  };
  for (const { name, inputSchema } of EVERY_TOOL) {
    part.note(name);
    const { properties = {}, required = [] } = inputSchema as InputSchema;
    for (const [field, { type = '' }] of Object.entries(properties)) {
      for (const value of WRONG[String(type)] ?? [])
        await send(name, { ...right[name], [field]: value }, { [field]: value });
    }
    for (const field of required) {
      const { [field]: _, ...rest } = right[name] as Fields;
      await send(name, rest, `without ${field}`);
    }
    await send(name, undefined, 'without arguments');
    await send(name, { ...right[name], title: undefined, extra: 1, mileston: 2 }, 'with extra and mileston');
    await send(name, { ...right[name], extra: SEED }, 'with a seed');
    await send(name, { ...right[name], toolCallId: 'a', _x: 1, cwd: '/' }, 'with keys of hosts');
  }
  part.note('a payment');
  for (const amount of ['', undefined]) await send('prepare_step', { step: 'fund', id, amount });
  await expect(part.text()).toMatchFileSnapshot('recorded/wrong-arguments.txt');
});

test('answers wrong steps, wrong values and earlier names as recorded', async () => {
  restartClock();
  const host = await startHost();
  const { part, send } = noting(host);
  const { id, escrow } = (await call(host, 'deploy_escrow', REQUEST)) as Readonly<Record<string, string>>;
  part.note(
    'prepare_step of an escrow that is not signed yet, of another, of none, and with the fields of other steps',
  );
  const ofOthers = { token: 'USDC', refundTo: 'client', amount: '5', evidence: 'x', days: 3, milestone: 1 };
  for (const step of [...STEP_NAMES, 'fund', 'end', 'trustline', 'discard', 'sign', '']) {
    const inputs = [{ escrow }, { escrow: OTHER, milestone: 1 }, {}, { id }, { id: 'none' }, { escrow, ...ofOthers }];
    for (const input of inputs) await send('prepare_step', { step, ...input });
  }
  await send('prepare_step', { id: 'none' });
  await send('prepare_step', { id, escrow });
  await send('prepare_step', { id, includeXdr: true });
  part.note('deploy_escrow');
  const { roles } = REQUEST;
  const VALUES: Readonly<Record<string, readonly unknown[]>> = {
    platformFee: [null, '', '-1', '100.01', '1.234'],
    milestones: [
      ...[[], [{ description: 'a', amount: '' }], [{ amount: '0' }], [{ description: 'a', ammount: '1' }]],
      [{ description: 'a', amount: '0.00000001' }],
    ],
    roles: [
      {},
      ...[{ aprover: 'client' }, { receiver: 'none' }, { receiver: OTHER }, { approver: SEED }].map((each) => ({
        ...roles,
        ...each,
      })),
    ],
    signer: ['nobody', OTHER, provider?.slice(0, -1)],
    trustline: [{ address: 'EURC' }, { address: OTHER }, { address: 'USDC', decimals: 8 }],
    kind: ['both'],
    title: ['x'.repeat(300), 'a\u202eb'],
    engagement_id: ['X'],
    engagementId: [5],
    receiverMemo: ['x'],
    anotherEscrow: ['yes'],
    includeXdr: ['no'],
    id: [id],
  };
  for (const [field, values] of Object.entries(VALUES))
    for (const value of values) await send('deploy_escrow', { ...REQUEST, [field]: value }, { [field]: value });
  part.note('get_escrow, find_escrows, get_balances, explain_xdr and submit_signed_xdr');
  const SINGLE: Readonly<Record<string, readonly Fields[]>> = {
    get_escrow: [
      ...[{}, { id: 'none' }, { escrow: 'none' }, { escrow: OTHER }, { escrow: 'Logo' }, { escrow: provider }],
      ...[0, -1, 'soon'].map((waitSeconds) => ({ id, waitSeconds })),
      { escrow, id },
      ...[4, 0].map((milestonesFrom) => ({ escrow, milestonesFrom })),
      { escrow, historyFrom: 2 },
      ...[{ id, milestonesFrom: 2 }, { transactionHash: 'a'.repeat(64) }],
    ],
    find_escrows: [
      ...[{}, ...['LOGO', 'sket draf', 'x'.repeat(300)].map((query) => ({ query }))],
      ...['open', 'sent', 'settled', 'ended', 'paid'].map((status) => ({ status })),
      ...['2026-01-15', '2026-01-16', 'yesterday'].map((since) => ({ since })),
      ...['client', 'nobody', OTHER].map((wallet) => ({ wallet })),
      { openList: 'perhaps' },
    ],
    get_balances: [
      ...[{}, { escrows: [] }, { escrows: ['none'] }, { escrows: [escrow, 'none', OTHER] }],
      ...[{ escrows: [escrow, escrow] }, { escrows: ['Logo', provider] }, { escrows: [escrow], wallet: 'client' }],
      ...[{ escrows: [escrow], wallet: 'nobody' }, { escrows: [OTHER], signer: 'x' }, { addresses: [escrow] }],
      ...[{ escrows: Array(51).fill(escrow) }, { escrows: `${escrow}, ${OTHER}` }],
    ],
  };
  for (const [name, inputs] of Object.entries(SINGLE))
    for (const input of inputs) await send(name, input, JSON.stringify(input).length > 500 ? '51 escrows' : input);
  const code = NETWORKS.sandbox.tokens[0].address;
  const links = [
    'https://x.example',
    ...['template/escrow', 'escrow/none', 'escrow/none/unsigned.xdr'].map((each) => `countersign://${each}`),
  ];
  for (const xdr of [
    ...['', 'hello', 'AAAA', provider, code, 'a'.repeat(64), id, `https://x.example/sign/${'a'.repeat(32)}`],
    ...[`Please look at https://pay.example.org/escrows/sign/${'a'.repeat(32)}.`, ...links, `${'A'.repeat(100)}…`],
  ])
    await send('explain_xdr', { xdr });
  for (const input of [{ id: 'none' }, { id, rowsFrom: 99 }, { id, xdr: 'AAAA' }]) await send('explain_xdr', input);
  for (const input of [{ id }, { id: 'none' }, { signedXdr: 'AAAA' }, { signedXdr: id }, { signedXdr: 'AAAA', id }])
    await send('submit_signed_xdr', input);
  part.note('earlier names');
  const EARLIER: readonly (readonly [name: string, ...inputs: Fields[]])[] = [
    ['add_trustline', { signer: 'client' }],
    ['fund_escrow', { contractId: OTHER }, { contractId: '', escrow: OTHER }],
    ['prepare_action', { action: 'approve', id }],
    ['resolve_dispute', { action: 'resolve', escrow: OTHER }],
    ['end_escrow', { escrow: OTHER }],
    ['discard_escrow', { id: 'none' }],
    ['get_transaction', { transactionHash: 'none' }],
    ['get_escrow', { contractId: 'none' }],
    ['get_balances', { addresses: ['none'] }],
    ['deploy_escrow', { id }],
    ['update_escrow', { id }, { id, title: 'x' }],
    ['constructor', {}],
  ];
  for (const [name, ...inputs] of EARLIER) for (const input of inputs) await send(name, input, [name, input]);
  await expect(part.text()).toMatchFileSnapshot('recorded/wrong-calls.txt');
});

test('answers every tool of a read-only installation as recorded', async () => {
  restartClock();
  const host = await startHost({ env: { COUNTERSIGN_READ_ONLY: 'true' } });
  const { part, send } = noting(host);
  part.note('instructions', host.client.getInstructions());
  for (const { name } of EVERY_TOOL) {
    part.note(name);
    for (const input of [
      {},
      { escrow: OTHER, step: 'end' },
      { step: 'approve', escrow: OTHER },
      { xdr: 'AAAA' },
      { escrows: [OTHER] },
      { id: SEED },
    ])
      await send(name, input);
  }
  await expect(part.text()).toMatchFileSnapshot('recorded/read-only.txt');
});
