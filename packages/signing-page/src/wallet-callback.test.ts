/** What a wallet delivers to a SEP-7 link's callback, to which anybody who knows the page's address may post. */
import type { Desk } from '@countersign/core';
import { CountersignError } from '@countersign/core/errors';
import { sandboxKeypair } from '@countersign/core/sandbox-keys';
import { signAs } from '@countersign/testkit/mcp/request';
import { deployInput, openScene } from '@countersign/testkit/page/scene';
import { afterAll, expect, test } from 'vitest';
import { createSigningPage } from './index.ts';

const scene = await openScene();
afterAll(() => scene.close());

async function prepared() {
  const preparedRequest = await scene.desk.prepare('deploy', deployInput());
  const { id, unsignedXdr, transactionHash, signUrl } = preparedRequest;
  const xdr = String(unsignedXdr);
  return { id, xdr, signed: signAs('client', xdr, transactionHash), callback: `${signUrl}/callback` };
}

const post = (
  address: string,
  fields: { readonly xdr?: string; readonly signed_envelope_xdr?: string },
  headers: Record<string, string> = {},
) => fetch(address, { method: 'POST', body: new URLSearchParams({ ...fields }), headers });

test('a wallet elsewhere delivers the signed transaction, and the person is told to go back', async () => {
  const { id, signed, callback } = await prepared();
  const answer = await post(
    callback,
    { xdr: signed },
    { Origin: 'https://wallet.example', 'Accept-Language': 'es-AR' },
  );
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(answer.headers.get('set-cookie')).toBe(null);
  const page = await answer.text();
  expect(page).toContain('<html lang="es">');
  expect(page).toContain('Su firma ha llegado');
  expect((await scene.desk.status(id)).status).toBe('settled');
});

test('Albedo’s field with the signed transaction is read before the one with the unsigned transaction', async () => {
  const { id, xdr, signed, callback } = await prepared();
  const answer = await post(callback, { xdr, signed_envelope_xdr: signed }, { Origin: 'https://albedo.link' });
  expect(await answer.text()).toContain('Your signature has arrived');
  expect((await scene.desk.status(id)).status).toBe('settled');
});

test('anything but the signed transaction is refused on a page, and nothing is sent', async () => {
  const { id, xdr, callback } = await prepared();
  const other = await prepared();
  const calls = scene.road.asked.length;
  for (const fields of [{}, { xdr: '' }, { xdr: '<script>alert(1)</script>' }, { xdr }, { xdr: other.signed }]) {
    const answer = await post(callback, fields);
    const page = await answer.text();
    expect(answer.status, page).toBe(400);
    expect(page).toContain('This signature was not accepted');
    expect(page).not.toContain('<script>');
  }
  expect(scene.road.asked.length).toBe(calls);
  expect((await scene.desk.status(id)).status).toBe('prepared');
});

test('a secret and a body that is too large are refused unread', async () => {
  const { callback } = await prepared();
  const secret = sandboxKeypair('client').secret();
  const answer = await post(callback, { xdr: secret });
  expect(answer.status).toBe(400);
  expect(await answer.text()).not.toContain(secret);
  const headers = { Connection: 'close' };
  expect((await post(callback, { xdr: 'A'.repeat(250_000) }, headers)).status).toBe(413);
});

test('a guessed address is answered like any unknown one, and within a limit', async () => {
  const { signed, callback } = await prepared();
  const guessed = callback.replace(/[0-9a-f]{32}/, 'f'.repeat(32));
  expect((await post(guessed, { xdr: signed })).status).toBe(404);
  const answers = await Promise.all(Array.from({ length: 25 }, () => post(callback, {})));
  expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThan(0);
});

test('on a public page a wallet does not count as a person who confirmed, and gets no cookie', async () => {
  const input = deployInput({ platformFee: 30 });
  const preparedRequest = await scene.desk.prepare('deploy', input);
  const page = createSigningPage({ desk: scene.desk, publicUrl: 'https://sign.example.org' });
  const { pathname } = new URL(preparedRequest.signUrl as string);
  const local = scene.desk.page(pathname.split('/').at(-1) as string);
  await local.confirm({ amount: '5000', shown: (await local.view()).judgement.key });
  const { offer: open } = await local.view();
  const signed = signAs('client', String(open.unsignedXdr), open.hash);
  const answer = await page.fetch(
    new Request(`https://sign.example.org${pathname}/callback`, {
      method: 'POST',
      body: new URLSearchParams({ xdr: signed }),
    }),
  );
  expect(await answer.text()).toContain('confirm');
  expect(answer.headers.get('set-cookie')).toBe(null);
  expect((await scene.desk.status(preparedRequest.id)).status).toBe('prepared');
});

test('an internal failure is reported to the operator, not to the wallet', async () => {
  const { signed, callback } = await prepared();
  const report: unknown[] = [];
  const lost = new Error('the disk is gone');
  const broken = (pageId: string) => ({ ...scene.desk.page(pageId), submit: () => Promise.reject(lost) });
  const page = createSigningPage({ desk: { ...scene.desk, page: broken }, onTrouble: (thrown) => report.push(thrown) });
  const answer = await page.fetch(
    new Request(callback, { method: 'POST', body: new URLSearchParams({ xdr: signed }) }),
  );
  expect(answer.status).toBe(500);
  expect(await answer.text()).not.toContain('disk');
  expect(report).toEqual([lost]);
});

test('answers that there is nothing when the page is deleted while the wallet delivers', async () => {
  const gone = () => Promise.reject(new CountersignError('HANDLE_NOT_FOUND'));
  const desk = { hasPage: async () => true, page: gone } as unknown as Desk;
  const address = `http://127.0.0.1/sign/${'0'.repeat(32)}/callback`;
  const body = new URLSearchParams({ xdr: 'AAAA' });
  const reply = await createSigningPage({ desk }).fetch(new Request(address, { method: 'POST', body }));
  expect([reply.status, await reply.text()]).toEqual([404, expect.stringContaining('nothing')]);
});
