/** Whole answers of the pages on this computer. */

import { signAs } from '@countersign/testkit/mcp/request';
import { client, provider } from '@countersign/testkit/page/scene';
import { browserOf } from '@countersign/testkit/page/sign-in';
import { endClock, passTime } from '@countersign/testkit/record/fixed-clock';
import { afterEach, expect, test } from 'vitest';
import { get, openRecordedScene, post, SEED, signedText, VISIT } from '../test/recorded-page.ts';

const LOCAL = 'http://127.0.0.1:4747';
const [NO_ID, MISTYPED] = ['0'.repeat(32), `C${'A'.repeat(55)}`];

afterEach(endClock);

test('answers what a signing page asks as recorded', async () => {
  const { part, open, prepareDeploy, close } = await openRecordedScene();
  const page = open();
  const { ask } = browserOf(page, LOCAL);
  const deploy = await prepareDeploy('ENG-1');
  const at = `${LOCAL}${deploy.path}`;
  const signedXdr = signAs('client', String(deploy.unsignedXdr), deploy.transactionHash);
  // Read once, it is read in time for the page's HTML.
  await get(page, `${at}/view`);
  for (const [headers, method] of [[{}], [VISIT], [VISIT, 'HEAD'], [{ ...VISIT, 'accept-language': 'es' }]] as const) {
    await get(page, at, headers, method);
  }
  await get(page, `${at}/events`, {}, 'HEAD');
  const acts = ['opened', 'renew', 'confirm', 'name', 'next', 'decline', 'submit', 'ask-again', 'declare-failed'];
  for (const act of acts) await ask(`${deploy.path}/${act}`, {});
  await ask(`${deploy.path}/confirm`, { amount: '100', shown: 'x' });
  await ask(`${deploy.path}/name`, { name: 'Ben', address: provider.address });
  await ask(`${deploy.path}/submit`, { signedXdr: String(deploy.unsignedXdr) });
  const delivery = new URLSearchParams({ xdr: 'AAAA' }).toString();
  await post(page, `${at}/callback`, delivery, { origin: 'https://wallet.example' });
  await ask(`${deploy.path}/submit`, { signedXdr });
  await get(page, at, VISIT);
  await get(page, `${at}/view`);
  passTime(11);
  await get(page, `${at}/view`);
  await ask(`${deploy.path}/next`, { action: 'fund' });

  part.note('# A blocking warning, an expiry, and a refusal');
  const { ask: person } = browserOf(open(), LOCAL);
  const { path } = await prepareDeploy('ENG-2', { platformFee: 30 });
  const { judgement } = (await person(`${path}/view`)).body as unknown as { judgement: { key: string } };
  for (const amount of ['1', '100']) await person(`${path}/confirm`, { amount, shown: judgement.key });
  passTime(600);
  await person(`${path}/view`);
  await person(`${path}/renew`, {});
  await person(`${path}/decline`, { reason: 'Too dear' });
  await person(`${path}/view`);
  await close();
  await expect(part.text()).toMatchFileSnapshot('recorded/signing-page.txt');
});

test('answers only its own names and origins, and takes only what it understands, as recorded', async () => {
  const { part, open, prepareDeploy, close } = await openRecordedScene();
  const page = open();
  const { path } = await prepareDeploy('ENG-1');
  for (const [address, headers] of [
    ['/', { host: 'evil.example' }],
    ['/', { host: 'LOCALHOST:1', origin: 'https://evil.example' }],
    ['/wallet/escrows', {}],
    ['/nothing', {}],
    ['/nothing', { accept: 'text/html', 'accept-language': 'es' }],
    ['/sign/assets/page.css', { 'accept-encoding': 'gzip' }],
    [`/sign/assets/icon-${NO_ID}.svg`, {}],
    [`/sign/assets/main-${NO_ID}.js`, {}],
    [`/sign/${NO_ID}/view`, {}],
    [`/prove/${NO_ID}/view`, { 'accept-language': 'es' }],
    [`/open/${NO_ID}/view`, {}],
    [`/escrow/${MISTYPED}`, {}],
    [`/escrow/${MISTYPED}/view`, {}],
    [`/escrow/${MISTYPED}/history`, {}],
    [`/?q=${SEED}`, {}],
    ['/', { 'x-note': SEED }],
  ] as const) {
    await get(page, LOCAL + address, headers);
  }
  for (const [act, body, headers] of [
    ['renew', '{}', { origin: 'https://evil.example' }],
    ['renew', '{}', { origin: 'https://127.0.0.1:4747' }],
    ['renew', '{}', { host: '127.0.0.1:1' }],
    ['submit', `{"signedXdr":"${SEED}"}`],
    ['submit', `{"signedXdr":"${SEED.slice(0, 20)}","more":"${SEED.slice(20)}"}`],
    ['submit', '{"signedXdr":"AAAA","signedXdr":"BBBB"}'],
    ['submit', '[]'],
    ['submit', '{"signedXdr":""}'],
    ['submit', JSON.stringify({ signedXdr: 'A'.repeat(199_984) })],
    ['submit', JSON.stringify({ signedXdr: 'A'.repeat(199_985) })],
  ] as const) {
    await post(page, `${LOCAL}${path}/${act}`, body, headers);
  }
  const paths = ['/session', `/prove/${NO_ID}/signature`, '/wallet/text', `/escrow/${MISTYPED}/prepare`];
  for (const each of paths) {
    for (const length of [2_000, 2_001]) await post(page, LOCAL + each, `"${'A'.repeat(length - 2)}"`);
  }
  await close();
  await expect(part.text()).toMatchFileSnapshot('recorded/refused-requests.txt');
});

test('lets a wallet prove itself, open a page and open the list as recorded', async () => {
  const { part, open, prepareDeploy, quietly, desk, close } = await openRecordedScene();
  const page = open();
  const { ask } = browserOf(page, LOCAL, { 'sec-fetch-site': 'same-origin' });
  const person = desk.for({ tenant: 'guild', id: 'ada' }, { language: 'en' });
  const proof = await person.askWalletProof({ address: provider.address, person: 'Ada', place: 'Design team' });
  const proving = new URL(String(proof?.url)).pathname;
  const { text } = (await ask(`${proving}/view`)).body as { text?: string };
  await get(page, LOCAL + proving, VISIT);
  await ask(`${proving}/signature`, {});
  for (const signature of [
    'AAAA',
    ...(['client', 'provider', 'provider'] as const).map((who) => signedText(who, text)),
  ]) {
    await ask(`${proving}/signature`, { signature });
  }
  const deploy = await prepareDeploy('ENG-1');
  const opening = (await ask(`/open/${deploy.id}/view`, undefined, { 'accept-language': 'es' })).body;
  await get(page, `${LOCAL}/open/${deploy.id}`, VISIT);
  const { code, text: toSign } = opening as { code?: string; text?: string };
  for (const who of ['provider', 'client'] as const) {
    await ask(`/open/${deploy.id}/signature`, { code, signature: signedText(who, toSign) });
  }
  await ask(`/open/${deploy.id}/signature`, { signature: 'AAAA' });

  part.note('# The list');
  const { url } = await desk.openList();
  await ask('/escrows/list');
  for (const body of [{}, { token: NO_ID }, { token: url.slice(-32) }]) await ask('/session', body);
  await ask('/escrows/list?query=logo&status=ended');
  await ask('/escrows/list?since=2026-01-16');
  await ask('/escrows/list?since=2026-01-15');
  const again = await quietly(desk.openList());
  const session = (await ask('/session', { token: again.url.slice(-32) })).cookies[0] ?? '';
  await get(page, `${LOCAL}/escrows.csv`, { cookie: session.replace(/;.*/, '') });
  await ask(`/escrows/${deploy.id}`);
  await ask(`/escrows/${deploy.contractId}`);
  const ana = { name: 'Ana', address: client.address };
  const changed = { name: 'Ana', address: provider.address };
  for (const body of [{}, { name: 'Ana' }, ana, ana, changed, { ...changed, instead: client.address }]) {
    await ask('/escrows/contacts', body);
  }
  await ask('/escrows/contacts/remove', {});
  await ask('/escrows/contacts/remove', { name: 'Ana' });
  await ask('/escrows/contacts');
  await ask('/escrows/list', undefined, { 'sec-fetch-site': 'same-site' });
  await ask('/session/end', {});
  await ask('/escrows/list');
  await close();
  await expect(part.text()).toMatchFileSnapshot('recorded/wallets-and-list.txt');
});
