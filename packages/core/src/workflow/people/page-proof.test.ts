/** A page is opened by its signer's wallet and a fresh text, and by nothing else. */
import { codeOf } from '@countersign/testkit/desk/failure';
import { deployInput, openScene, signAndSend } from '@countersign/testkit/page/scene';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { sandboxKeypair } from '../../escrow/sandbox-keys.ts';
import { messageHash } from '../../signatures/index.ts';

const PERSON = { tenant: 'https://issuer.example', id: 'ada' };
let id: string;
let pageId: string;
const scene = await openScene();
afterAll(() => scene.close());
beforeEach(async () => {
  const prepared = await scene.desk.for(PERSON).prepare('deploy', deployInput());
  id = prepared.id;
  pageId = String(prepared.signUrl).slice(-32);
});

const signed = (text: string, account = 'client') =>
  Buffer.from(sandboxKeypair(account).sign(messageHash(text))).toString('base64');
test('the signer’s wallet opens it, also again and in Spanish, and the text reveals nothing of the escrow', async () => {
  for (const language of ['en', 'es', 'en'] as const) {
    const { text, code, address } = await scene.desk.pageProof(id, language);
    expect(address).toBe(sandboxKeypair('client').publicKey());
    expect(text).toContain(new URL(scene.url).host);
    expect(text).toContain(language === 'es' ? 'Esto no es una transacción' : 'This is not a transaction');
    expect(await scene.desk.openPage(id, { code, signature: signed(text) })).toEqual({ page: pageId });
  }
});

test('no other wallet opens it, nor the text of another page, an altered code or one that is over', async () => {
  const { desk, clock } = scene;
  const { text, code } = await desk.pageProof(id, 'en');
  const signature = signed(text);
  const other = await desk.for(PERSON).prepare('deploy', deployInput({ title: 'Another' }));
  expect(await codeOf(desk.openPage(id, { code, signature: signed(text, 'provider') }))).toBe('PROOF_NOT_SIGNED');
  expect(await codeOf(desk.openPage(id, { code, signature: 'AAAA' }))).toBe('PROOF_NOT_SIGNED');
  const closed = [
    [other.id, code],
    [id, code.replace('-en-', '-es-')],
    [id, `zzzzzzzzz${code.slice(code.indexOf('-'))}`],
    [id, `${code.slice(0, -1)}${code.endsWith('0') ? '1' : '0'}`],
    [id, `${code}0`],
    [id, ''],
    [id, '-en-'],
  ] as const;
  for (const [of, presented] of closed) {
    expect(await codeOf(desk.openPage(of, { code: presented, signature })), presented).toBe('PROOF_CLOSED');
  }
  clock.ahead += 15 * 60_000 + 1_000;
  expect(await codeOf(desk.openPage(id, { code, signature }))).toBe('PROOF_CLOSED');
  expect(await codeOf(desk.pageProof('0'.repeat(32), 'en'))).toBe('HANDLE_NOT_FOUND');
});

test('shows a prepared action again only for that action, without a transaction, also after it settled', async () => {
  const { desk } = scene;
  const own = desk.for(PERSON);
  expect(await codeOf(own.prepared(id, ['fund', 'trust']))).toBe('HANDLE_NOT_FOUND');
  expect(await codeOf(desk.for({ ...PERSON, id: 'ben' }).prepared(id, ['deploy']))).toBe('HANDLE_NOT_FOUND');
  const before = await own.prepare('deploy', { id });
  const { unsignedXdr: _, ...shown } = before;
  expect(await own.prepared(id, ['deploy'])).toEqual(shown);
  await signAndSend(own, 'client', before);
  expect(await codeOf(own.prepare('deploy', { id }))).toBe('ALREADY_SETTLED');
  expect(await own.prepared(id, ['deploy'])).toMatchObject({ id, summary: shown.summary });
  expect(await own.prepared(id, ['deploy'])).not.toHaveProperty('unsignedXdr');
});
