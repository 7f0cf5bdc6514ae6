import type { Desk } from '@countersign/core';
import { CountersignError } from '@countersign/core/errors';
import { expect, test } from 'vitest';
import { createSigningPage } from './signing-page.ts';

const ID = '0'.repeat(32);
const gone = new CountersignError('HANDLE_NOT_FOUND');
const desk = { hasPage: async () => true, hasWalletProof: async () => false, page: () => Promise.reject(gone) };
const { fetch } = createSigningPage({ desk: desk as unknown as Desk });
const ask = async (path: string, init?: RequestInit) => await fetch(new Request(`http://127.0.0.1${path}`, init));

test.each([
  [`/prove/${ID}/view`, { code: 'PROOF_CLOSED' }],
  ['/nothing', { message: 'There is nothing at this address.', remedy: expect.stringMatching(/^Copy the whole link/) }],
])('answers 404 at %s, with what happened and what to do', async (path, error) => {
  const reply = await ask(path, { headers: { Accept: '*/*' } });
  expect([reply.status, await reply.json()]).toEqual([404, { error: expect.objectContaining(error) }]);
});

test('answers a wallet that there is nothing when the page is deleted while it delivers', async () => {
  const reply = await ask(`/sign/${ID}/callback`, { method: 'POST', body: new URLSearchParams({ xdr: 'AAAA' }) });
  expect([reply.status, await reply.text()]).toEqual([404, expect.stringContaining('nothing')]);
});
