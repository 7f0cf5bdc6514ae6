/** What the page answers where nothing is, or no longer. */
import type { Desk } from '@countersign/core';
import { CountersignError } from '@countersign/core/errors';
import { expect, test } from 'vitest';
import { createSigningPage } from './signing-page.ts';

const ID = '0'.repeat(32);
const isNot = async () => false;

const open = (desk: Partial<Desk>) => {
  const { fetch } = createSigningPage({ desk: desk as Desk });
  return async (path: string, init?: RequestInit) => await fetch(new Request(`http://127.0.0.1${path}`, init));
};

test.each([
  ['sign', 'HANDLE_NOT_FOUND'],
  ['prove', 'PROOF_CLOSED'],
  ['open', 'HANDLE_NOT_FOUND'],
])('answers an unknown link below /%s with %s before anything of it is read', async (name, code) => {
  const get = open({ hasPage: isNot, hasWalletProof: isNot, hasPageProof: isNot });
  const reply = await get(`/${name}/${ID}/view`, { headers: { Accept: '*/*' } });
  expect([reply.status, await reply.json()]).toEqual([404, { error: expect.objectContaining({ code }) }]);
});

test('says what happened and then what to do where nothing is', async () => {
  const reply = await open({})('/nothing', { headers: { Accept: '*/*' } });
  const error = expect.objectContaining({
    message: expect.stringMatching(/^There is nothing/),
    remedy: expect.stringMatching(/^Copy/),
  });
  expect([reply.status, await reply.json()]).toEqual([404, { error }]);
});

test('answers a wallet that there is nothing when the page is deleted while it delivers', async () => {
  const page = () => {
    throw new CountersignError('HANDLE_NOT_FOUND');
  };
  const body = new URLSearchParams({ xdr: 'AAAA' });
  const reply = await open({ hasPage: async () => true, page })(`/sign/${ID}/callback`, { method: 'POST', body });
  expect([reply.status, await reply.text()]).toEqual([404, expect.stringContaining('nothing')]);
});
