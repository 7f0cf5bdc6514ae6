/** A wallet is proven by its own key's signature over a text that names who asked for it, and by nothing else. */
import { NETWORKS } from '@countersign/core/network';
import { sandboxKeypair } from '@countersign/core/sandbox-keys';
import { messageHash } from '@countersign/core/signatures';
import { openDeskOfTest } from '@countersign/testkit/desk/desk-of-test';
import { HOSTILE } from '@countersign/testkit/fixtures/hostile-text';
import { expect, test } from 'vitest';

const ADA = { tenant: 'guild', id: 'ada' };
const client = sandboxKeypair('client');
const address = client.publicKey();

function openTestDesk({ page = true } = {}) {
  const clock = { now: 1_000_000 };
  const desk = openDeskOfTest({
    now: () => clock.now,
    ...(page ? { proofUrl: (token: string) => `https://sign.example.org/prove/${token}` } : {}),
  });
  const ask = async (person = 'Ada (ada_l)', place = 'Design team') => {
    const link = await desk.for(ADA, { language: 'es' }).askWalletProof({ address, person, place });
    return link?.url.split('/').at(-1) as string;
  };
  const signed = (text: string, key = client) => key.sign(messageHash(text));
  return { desk, clock, ask, signed };
}

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

test('the text names the claimed owner and the place, in the language of the person', async () => {
  const { desk, ask } = openTestDesk();
  const token = await ask();
  const { text, ...proof } = await desk.walletProof(token);
  const { name: network, passphrase: networkPassphrase } = NETWORKS.sandbox;
  expect(proof).toEqual({ address, network, networkPassphrase, endsAt: 1_000_000 + 15 * 60_000 });
  for (const part of [address, 'Ada (ada_l)', 'Design team', 'sign.example.org', 'no es una transacción']) {
    expect(text).toContain(part);
  }
  expect(text).not.toContain(token);
});

test.each([
  ['base64', base64],
  ['hex', hex],
])('a signature in %s proves it, once', async (_, write) => {
  const { desk, ask, signed } = openTestDesk();
  const token = await ask();
  const { text } = await desk.walletProof(token);
  expect(await desk.for(ADA).walletProvenAt(address)).toBeUndefined();
  await desk.proveWallet(token, write(signed(text)));
  expect(await desk.for(ADA).walletProvenAt(address)).toBe(1_000_000);
  expect(await desk.for({ ...ADA, id: 'eve' }).walletProvenAt(address)).toBeUndefined();
  expect(await desk.hasWalletProof(token)).toBe(false);
  await expect(desk.proveWallet(token, write(signed(text)))).rejects.toMatchObject({ code: 'PROOF_CLOSED' });
});

test('asks a person who is signed in from elsewhere for a wallet that they have not proven, and for no other', async () => {
  const { desk, signed } = openTestDesk();
  const link = await desk.for(ADA).askToProveOwn(address);
  const token = link?.url.split('/').at(-1) as string;
  const { text } = await desk.walletProof(token);
  expect(text).toContain('Person: ada\nPlace: An assistant that is signed in as this person');
  await desk.proveWallet(token, base64(signed(text)));
  expect(await desk.for(ADA).askToProveOwn(address)).toBeUndefined();
  expect(await desk.for({ tenant: 'local', id: 'local' }).askToProveOwn(address)).toBeUndefined();
  expect(await desk.for(ADA).askToProveOwn('client')).toBeUndefined();
  expect(await openTestDesk({ page: false }).desk.for(ADA).askToProveOwn(address)).toBeUndefined();
});

test('no other key, text or form proves it, and the link stays valid', async () => {
  const { desk, ask, signed } = openTestDesk();
  const token = await ask();
  const { text } = await desk.walletProof(token);
  const wrong = [
    base64(signed(text, sandboxKeypair('provider'))),
    base64(signed(`${text}\n`)),
    base64(client.sign(new TextEncoder().encode(text))),
    base64(signed(text)).slice(4),
    'yes',
    '',
  ];
  for (const signature of wrong) {
    await expect(desk.proveWallet(token, signature)).rejects.toMatchObject({ code: 'PROOF_NOT_SIGNED' });
  }
  expect(await desk.for(ADA).walletProvenAt(address)).toBeUndefined();
  await desk.proveWallet(token, base64(signed(text)));
});

test('a link ends after 15 minutes, or when a new one is made', async () => {
  const { desk, clock, ask, signed } = openTestDesk();
  const first = await ask();
  const { text } = await desk.walletProof(first);
  const second = await ask();
  await expect(desk.proveWallet(first, base64(signed(text)))).rejects.toMatchObject({ code: 'PROOF_CLOSED' });
  clock.now += 15 * 60_000;
  await expect(desk.walletProof(second)).rejects.toMatchObject({ code: 'PROOF_CLOSED' });
  await expect(desk.walletProof('nothing')).rejects.toMatchObject({ code: 'PROOF_CLOSED' });
});

test('no name begins a line of the text, and a very long one is cut', async () => {
  const { desk, ask } = openTestDesk();
  const lines = (await desk.walletProof(await ask())).text.split('\n').length;
  for (const hostile of [...HOSTILE.map((each) => each.text.slice(0, 100)), 'x'.repeat(500), 'Ada\nWallet: GB']) {
    const { text } = await desk.walletProof(await ask(hostile, hostile));
    expect(text.split(/[\n\r\u2028\u2029]/).length).toBe(lines);
    expect(text.length).toBeLessThan(1_000);
    expect(text).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
  }
});

test('a wrong address is refused, and where no page is served nothing is asked', async () => {
  const { desk } = openTestDesk();
  const wrong = { address: 'GABC', person: 'Ada', place: 'Here' };
  await expect(desk.for(ADA).askWalletProof(wrong)).rejects.toMatchObject({ code: 'INPUT_INVALID' });
  const withoutPage = openTestDesk({ page: false }).desk.for(ADA);
  expect(await withoutPage.askWalletProof({ ...wrong, address })).toBeUndefined();
});
