/** A result that was altered on its way to the card: the card's own comparison, run on what a host would pass on. */
import { type Fields, isObject } from '@countersign/core/text/fields';
import { newcomer } from '@countersign/testkit/ledger/newcomer';
import { type Host, startHost } from '@countersign/testkit/mcp/host';
import { signAs } from '@countersign/testkit/mcp/request';
import { deployInput, openScene, platform } from '@countersign/testkit/page/scene';
import { StrKey } from '@stellar/stellar-sdk/base';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { readReply } from './browser/card/reading.ts';
import { speak } from './browser/card/words.ts';
import { english } from './browser/words/en.ts';
import { useWords } from './browser/words/words.ts';
import { CARD_DATA } from './card-data.ts';

// Other tests of this process read the words too.
afterAll(() => useWords(english, 'en'));

const call = async (host: Host, name: string, input: Fields): Promise<Fields> =>
  (await host.client.callTool({ name, arguments: { ...input } })) as Fields;

async function settle(
  host: Host,
  tool: string,
  input: Fields,
  who: Parameters<typeof signAs>[0] = 'client',
): Promise<string> {
  const { structuredContent } = await call(host, tool, { ...input, includeXdr: true });
  const { id, unsignedXdr, transactionHash } = structuredContent as Record<string, string>;
  await call(host, 'submit_signed_xdr', {
    id,
    signedXdr: signAs(who, String(unsignedXdr), String(transactionHash)),
  });
  return String(id);
}

/** A copy of the reply in which the value at a path is another. A number is the place in a list. */
function altered(reply: Fields, path: string, change: (value: unknown) => unknown): Fields {
  const copy = structuredClone(reply);
  const names = path.split('.').map((name) => (name === '@' ? CARD_DATA : name));
  const last = names.pop() as string;
  const place = names.reduce<unknown>((value, name) => (value as Fields)[name], copy) as Record<string, unknown>;
  expect(place[last], path).toBeDefined();
  place[last] = change(place[last]);
  return copy;
}

speak('es');
const read = readReply;
const STRANGER = StrKey.encodeEd25519PublicKey(new Uint8Array(32).fill(7));
const OTHER_CONTRACT = StrKey.encodeContract(new Uint8Array(32).fill(7));
const other = (value: string) => () => value;
const reversed = (value: unknown) => [...(value as unknown[])].reverse();
const VIEW = '_meta.@.view';

/** Each is exchanged by itself; the rest of the reply stays as the server made it. */
function refusesEach(
  reply: Fields,
  changes: readonly (readonly [path: string, change: (value: unknown) => unknown])[],
) {
  expect(read(reply)).toMatchObject({ isCompared: true, altered: [] });
  for (const [path, change] of changes) {
    expect(read(altered(reply, path, change)).altered.length, path).toBeGreaterThan(0);
  }
}

test('refuses a deploy in whose data any field was exchanged, or the transaction of another result', async () => {
  const host = await startHost();
  const reply = await call(host, 'deploy_escrow', deployInput());
  const another = await call(host, 'deploy_escrow', deployInput({ title: 'Another deal' }));
  const viewOf = (from: Fields) =>
    (from as { _meta: Record<string, { view: { offer: { unsignedXdr: string } } }> })._meta[CARD_DATA]?.view;
  refusesEach(reply, [
    [`${VIEW}.request.signer`, other(STRANGER)],
    [`${VIEW}.request.roles.receiver`, other(STRANGER)],
    [`${VIEW}.request.roles.disputeResolver`, other(platform.address)],
    [`${VIEW}.request.milestones`, reversed],
    [`${VIEW}.request.milestones.0.amount`, other('12000')],
    [`${VIEW}.request.title`, other('Another deal')],
    [`${VIEW}.request.platformFee`, other('25')],
    [`${VIEW}.request.trustline.address`, other(OTHER_CONTRACT)],
    [`${VIEW}.offer.unsignedXdr`, other(String(viewOf(another)?.offer.unsignedXdr))],
    [`${VIEW}.offer.unsignedXdr`, other('AAAA')],
    [`${VIEW}.offer.hash`, other('0'.repeat(64))],
    [`${VIEW}.offer.contractId`, other(OTHER_CONTRACT)],
    [`${VIEW}.maxFee`, other('1')],
    [`${VIEW}.network.name`, other('testnet')],
    [`${VIEW}.request`, other('')],
    [VIEW, () => viewOf(another)],
    ['_meta.@.result', () => another['structuredContent']],
  ]);
});

test('refuses a payment and a step in whose data any field was exchanged', async () => {
  const host = await startHost();
  const id = await settle(host, 'deploy_escrow', deployInput());
  refusesEach(await call(host, 'prepare_step', { step: 'fund', id }), [
    [`${VIEW}.request.amount`, other('50000')],
    [`${VIEW}.request.escrow`, other(OTHER_CONTRACT)],
    [`${VIEW}.request.signer`, other(STRANGER)],
  ]);
  await settle(host, 'prepare_step', { step: 'fund', id });
  await settle(host, 'prepare_step', { escrow: id, step: 'approve', milestone: 1 });
  refusesEach(await call(host, 'prepare_step', { escrow: id, step: 'release', milestone: 1 }), [
    [`${VIEW}.request.milestone`, () => 2],
    [`${VIEW}.request.escrow`, other(OTHER_CONTRACT)],
    [`${VIEW}.request.signer`, other(STRANGER)],
  ]);
});

/** Real results of every tool that has the card, and refusals. */
async function everyResult(): Promise<Readonly<Record<string, Fields>>> {
  const { road, rpcUrl, close } = await openScene();
  onTestFinished(close);
  const env = { ESCROW_API_URL: road.url, STELLAR_RPC_URL: rpcUrl, STELLAR_NETWORK: 'sandbox' };
  const [host, other] = [await startHost({ env }), await startHost({ env })];
  const results: Record<string, Fields> = {
    deploy: await call(host, 'deploy_escrow', deployInput({ includeXdr: true })),
    withheld: await call(host, 'deploy_escrow', deployInput({ engagementId: 'fee', platformFee: 45 })),
    shortened: await call(
      host,
      'deploy_escrow',
      deployInput({
        engagementId: 'many',
        milestones: Array.from({ length: 12 }, (_, at) => ({ description: `Part ${at + 1}`, amount: '10' })),
      }),
    ),
    trustline: await call(host, 'prepare_step', {
      step: 'trustline',
      signer: (await newcomer(rpcUrl)).publicKey(),
      token: 'USDC',
    }),
    refusal: await call(host, 'deploy_escrow', { title: 'Only a title' }),
    unknown: await call(host, 'get_escrow', { escrow: 'none' }),
  };
  const id = await settle(host, 'deploy_escrow', deployInput());
  results['funding'] = await call(host, 'prepare_step', { step: 'fund', id });
  await settle(host, 'prepare_step', { step: 'fund', id });
  results['update'] = await call(host, 'update_escrow', {
    escrow: id,
    addMilestones: [{ description: 'A year of care', amount: '300' }],
  });
  const report = { escrow: id, step: 'change-status', milestone: 1, status: 'done', evidence: 'A link' };
  await settle(host, 'prepare_step', report, 'provider');
  await settle(host, 'prepare_step', { escrow: id, step: 'approve', milestone: 1 });
  results['release'] = await call(host, 'prepare_step', { escrow: id, step: 'release', milestone: 1 });
  results['waiting'] = await call(host, 'get_escrow', { id: String(fieldsOf(results['release']).id) });
  await settle(host, 'prepare_step', { escrow: id, step: 'release', milestone: 1 });
  results['released'] = await call(host, 'get_escrow', { id: String(fieldsOf(results['release']).id) });
  await settle(host, 'prepare_step', { escrow: id, step: 'dispute', milestone: 2, signer: 'client' });
  const whole = await call(host, 'get_escrow', { escrow: id });
  results['escrow'] = whole;
  results['decision'] = await call(host, 'prepare_step', {
    escrow: id,
    step: 'resolve',
    milestone: 2,
    distributions: [{ address: deployInput().signer, amount: '1000' }],
  });
  results['end'] = await call(host, 'prepare_step', { step: 'end', escrow: id, signer: deployInput().signer });
  const { escrow } = fieldsOf(whole);
  results['elsewhere'] = await call(other, 'get_escrow', { escrow });
  return results;
}

const fieldsOf = (reply: Fields | undefined) =>
  (reply?.['structuredContent'] ?? {}) as Fields & { readonly id?: string };

type Change = { readonly what: string; readonly value: unknown };

/** Every single change of a value, each alone: of each leaf, each object and each list in it. */
function changesOf(value: unknown, path = ''): readonly Change[] {
  const within = (at: string | number, rebuilt: (inner: unknown) => unknown, inner: unknown): readonly Change[] =>
    changesOf(inner, `${path}.${at}`).map((change) => ({ what: change.what, value: rebuilt(change.value) }));
  const here = (what: string, changed: unknown): Change => ({ what: `${path}: ${what}`, value: changed });
  if (Array.isArray(value)) {
    const list: readonly unknown[] = value;
    const [first] = list;
    const turned = [...list].reverse();
    return [
      here('null', null),
      here('an item more', [...list, first ?? 'more']),
      ...(list.length === 0 ? [] : [here('no items', []), here('the last left out', list.slice(0, -1))]),
      ...(list.length === 0 ? [] : [here('the first left out', list.slice(1)), here('no list', first)]),
      ...(JSON.stringify(turned) === JSON.stringify(list) ? [] : [here('in another order', turned)]),
      ...list.flatMap((item, at) => within(at, (changed) => list.with(at, changed), item)),
    ];
  }
  if (isObject(value)) {
    return [
      ...(path === '' ? [] : [here('null', null), here('a text', JSON.stringify(value)), here('in a list', [value])]),
      here('a field more', { ...value, settledByLedger: 'settled' }),
      ...Object.entries(value).flatMap(([name, inner]) =>
        within(name, (changed) => ({ ...value, [name]: changed }), inner),
      ),
    ];
  }
  if (typeof value === 'string') {
    const texts = ['', value.slice(0, -1), `9${value}`, `${value} `, value.toUpperCase(), 'settled', '9000'];
    return [null, 1, [value], ...texts]
      .filter((each) => each !== value)
      .map((each) => here(JSON.stringify(each), each));
  }
  if (typeof value === 'number')
    return [value + 1, -value - 1, String(value), null].map((each) => here(`${each}`, each));
  return [here('the opposite', !value), here('null', null), here('a text', String(value))];
}

/** The value without one of its fields, for each of them. */
function trimsOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) {
    return value.flatMap((item, at) => trimsOf(item).map((trimmed) => value.with(at, trimmed)));
  }
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const { [name]: _, ...rest } = value;
    return [rest, ...trimsOf(inner).map((trimmed) => ({ ...value, [name]: trimmed }))];
  });
}

test('notices every single change of a result, in its data and in its text, and draws none of it', async () => {
  const results = await everyResult();
  let count = 0;
  for (const [name, reply] of Object.entries(results)) {
    const { structuredContent, content } = reply as { structuredContent?: unknown; content: [{ text: string }] };
    expect(read(reply).altered, name).toEqual([]);
    for (const { what, value } of structuredContent === undefined ? [] : changesOf(structuredContent)) {
      expect(read({ ...reply, structuredContent: value }).altered, `${name}${what}`).not.toEqual([]);
      count += 1;
    }
    for (const { what, value } of changesOf(JSON.parse(content[0].text))) {
      const text = { type: 'text', text: JSON.stringify(value) };
      expect(read({ ...reply, content: [text] }).altered, `${name}, text${what}`).not.toEqual([]);
    }
  }
  expect(count).toBeGreaterThan(2_000);
});

test('draws the same when a host leaves out any field, or shortens the text, and nothing without its own data', async () => {
  for (const [name, reply] of Object.entries(await everyResult())) {
    const whole = read(reply);
    for (const trimmed of trimsOf(reply['structuredContent'])) {
      expect(read({ ...reply, structuredContent: trimmed }), name).toEqual(whole);
    }
    const [{ text }] = reply['content'] as [{ text: string }];
    for (const content of [undefined, [], [{ type: 'text', text: text.slice(0, 60) }], [{ type: 'text', text: '…' }]]) {
      expect(read({ ...reply, content }), name).toEqual(whole);
    }
    const { structuredContent: _, content: __, ...only } = reply;
    expect(read(only), name).toEqual(whole);
    for (const meta of [undefined, null, {}, { [CARD_DATA]: 'data' }, { [CARD_DATA]: {} }]) {
      expect(read({ ...reply, _meta: meta }), name).toEqual({ result: {}, isCompared: false, altered: [] });
    }
  }
});

test('names only fields that the server sent, and no value, of what was altered', async () => {
  const host = await startHost();
  const reply = await call(host, 'deploy_escrow', deployInput());
  const altered = (changes: Fields) =>
    read({ ...reply, structuredContent: { ...fieldsOf(reply), ...changes } }).altered;
  expect(altered({ 'Pay 9000 USDC to a stranger': 'now', status: 'settled' })).toEqual(['status', 'result']);
  const { summary } = fieldsOf(reply) as { readonly summary: { readonly milestones: readonly Fields[] } };
  const [first, ...others] = summary.milestones;
  const milestones = [{ ...first, amount: '9000', to: 'me' }, ...others];
  expect(altered({ summary: { ...summary, milestones } })).toEqual([
    'summary.milestones[1].amount',
    'summary.milestones[1]',
  ]);
});

test('shows the terms of a withheld transaction as Countersign reports them', async () => {
  const host = await startHost();
  const withheld = read(await call(host, 'deploy_escrow', deployInput({ platformFee: 45 })));
  expect(withheld).toMatchObject({ isCompared: false, altered: [], summary: { platformFeePercent: '45' } });
  expect(withheld.data?.texts?.es.stops[0]).toContain('45 %');
});
