/** A result that was altered on its way to the card: the card's own comparison, run on what a host would pass on. */
import { type Fields, isObject } from '@countersign/core/text/fields';
import { type Host, startHost } from '@countersign/testkit/mcp/host';
import { signAs } from '@countersign/testkit/mcp/request';
import { deployInput, platform } from '@countersign/testkit/page/scene';
import { StrKey } from '@stellar/stellar-sdk/base';
import { expect, test } from 'vitest';
import { ownLink } from '../src/browser/card/own-link.ts';
import { readReply } from '../src/browser/card/reading.ts';
import { speechFor } from '../src/browser/card/words.ts';
import { CARD_DATA } from '../src/card-data.ts';

const call = async (host: Host, name: string, input: Fields): Promise<Fields> =>
  (await host.client.callTool({ name, arguments: { ...input } })) as Fields;

async function settle(host: Host, tool: string, input: Fields): Promise<string> {
  const { structuredContent } = await call(host, tool, { ...input, includeXdr: true });
  const { id, unsignedXdr, transactionHash } = structuredContent as Record<string, string>;
  await call(host, 'submit_signed_xdr', {
    id,
    signedXdr: signAs('client', String(unsignedXdr), String(transactionHash)),
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

const read = (reply: Fields) => readReply(reply, speechFor('es'));
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

test('refuses a deploy in which any field was exchanged, in the result or in the card’s data', async () => {
  const host = await startHost();
  const reply = await call(host, 'deploy_escrow', deployInput());
  const another = await call(host, 'deploy_escrow', deployInput({ title: 'Another deal' }));
  const otherXdr = (another as { _meta: Record<string, { view: { offer: { unsignedXdr: string } } }> })._meta[
    CARD_DATA
  ];
  refusesEach(reply, [
    ['structuredContent.contractId', other(OTHER_CONTRACT)],
    ['structuredContent.transactionHash', other('0'.repeat(64))],
    ['structuredContent.network', other('public')],
    ['structuredContent.id', other('another')],
    ['structuredContent.signUrl', (url) => String(url).replace(/.$/, (end) => (end === '0' ? '1' : '0'))],
    ['structuredContent.summary.title', other('Another deal')],
    ['structuredContent.summary.total', other('4999')],
    ['structuredContent.summary.platformFeePercent', other('25')],
    ['structuredContent.summary.token.address', other(OTHER_CONTRACT)],
    ['structuredContent.summary.milestones', reversed],
    ['structuredContent.summary.milestones.0.amount', other('12000')],
    ['structuredContent.summary.parties.0.address', other(STRANGER)],
    ['structuredContent.summary.parties.1.address', other(STRANGER)],
    ['structuredContent.summary.parties.1.roles', (roles) => `${roles}, Dispute resolver`],
    ['structuredContent.summary.feeXlm', other('0.1')],
    [`${VIEW}.request.signer`, other(STRANGER)],
    [`${VIEW}.request.roles.receiver`, other(STRANGER)],
    [`${VIEW}.request.roles.disputeResolver`, other(platform.address)],
    [`${VIEW}.request.milestones`, reversed],
    [`${VIEW}.request.milestones.0.amount`, other('12000')],
    [`${VIEW}.request.title`, other('Another deal')],
    [`${VIEW}.request.platformFee`, other('25')],
    [`${VIEW}.request.trustline.address`, other(OTHER_CONTRACT)],
    [`${VIEW}.offer.unsignedXdr`, other(String(otherXdr?.view.offer.unsignedXdr))],
    [`${VIEW}.offer.unsignedXdr`, other('AAAA')],
    [`${VIEW}.offer.hash`, other('0'.repeat(64))],
    [`${VIEW}.offer.contractId`, other(OTHER_CONTRACT)],
    [`${VIEW}.maxFee`, other('1')],
    [`${VIEW}.network.name`, other('testnet')],
    [`${VIEW}.request`, other('')],
  ]);
});

test('refuses a payment and a step in which any field was exchanged, and an escrow with other terms', async () => {
  const host = await startHost();
  const id = await settle(host, 'deploy_escrow', deployInput());
  refusesEach(await call(host, 'fund_escrow', { id }), [
    ['structuredContent.contractId', other(OTHER_CONTRACT)],
    ['structuredContent.summary.amount', other('50000')],
    ['structuredContent.summary.payer', other(STRANGER)],
    ['structuredContent.summary.token.address', other(OTHER_CONTRACT)],
    [`${VIEW}.request.amount`, other('50000')],
    [`${VIEW}.request.escrow`, other(OTHER_CONTRACT)],
    [`${VIEW}.request.signer`, other(STRANGER)],
  ]);
  await settle(host, 'fund_escrow', { id });
  await settle(host, 'prepare_action', { escrow: id, action: 'approve', milestone: 1 });
  refusesEach(await call(host, 'prepare_action', { escrow: id, action: 'release', milestone: 1 }), [
    ['structuredContent.summary.signer', other(STRANGER)],
    ['structuredContent.summary.pays.0', (text) => String(text).replace(/G[A-Z2-7]{55}/, STRANGER)],
    ['structuredContent.summary.pays.0', (text) => String(text).replace(/\d+/, '9')],
    ['structuredContent.summary.left', other('0 USDC')],
    [`${VIEW}.request.milestone`, () => 2],
    [`${VIEW}.request.escrow`, other(OTHER_CONTRACT)],
    [`${VIEW}.request.signer`, other(STRANGER)],
  ]);
  refusesEach(await call(host, 'get_escrow', { id }), [
    ['structuredContent.title', other('Another deal')],
    ['structuredContent.roles.receiver', other(STRANGER)],
    ['structuredContent.milestones', reversed],
    ['structuredContent.token', other(OTHER_CONTRACT)],
  ]);
  const status = await call(host, 'get_transaction', { id });
  refusesEach(status, [['structuredContent.contractId', other(OTHER_CONTRACT)]]);
});

test('shows no terms of a result without its transaction', async () => {
  const host = await startHost();
  const { _meta: _, ...reply } = await call(host, 'deploy_escrow', deployInput());
  expect(read(reply)).toMatchObject({ isCompared: false, altered: [] });
  expect(read(reply)).not.toHaveProperty('summary');
  const withheld = read(await call(host, 'deploy_escrow', deployInput({ platformFee: 45 })));
  expect(withheld).toMatchObject({ isCompared: false, altered: [], summary: { platformFeePercent: '45' } });
  expect(isObject(withheld.data?.texts) && withheld.data?.texts.es.stops[0]).toContain('45 %');
});

test('opens only the address of its own signing page', () => {
  const id = '0123456789abcdef0123456789abcdef';
  const own = [
    [`http://127.0.0.1:8765/sign/${id}`, ''],
    [`http://[::1]:8765/sign/${id}`, ''],
    [`https://sign.example/sign/${id}`, 'https://sign.example'],
    [`https://sign.example/deep/sign/${id}`, 'https://sign.example/deep/'],
  ] as const;
  for (const [url, base] of own) expect(ownLink(url, base), url).toBe(url);
  const foreign = [
    [`https://127.0.0.1.evil.example/sign/${id}`, ''],
    [`https://evil.example/sign/${id}`, ''],
    [`http://user@127.0.0.1:8765/sign/${id}`, ''],
    [`http://127.0.0.1:8765/sign/${id}?next=evil`, ''],
    [`http://127.0.0.1:8765/sign/${id}#evil`, ''],
    [`http://127.0.0.1:8765/prove/${id}`, ''],
    [`http://127.0.0.1:8765/sign/${id}`, 'https://sign.example'],
    [`https://sign.example.evil.example/sign/${id}`, 'https://sign.example'],
    [`https://sign.example/other/sign/${id}`, 'https://sign.example'],
    [`https://sign.example/deeper/sign/${id}`, 'https://sign.example/deep'],
    ['javascript:alert(1)', ''],
    ['', ''],
    [undefined, ''],
  ] as const;
  for (const [url, base] of foreign) expect(ownLink(url, base), String(url)).toBeUndefined();
});
