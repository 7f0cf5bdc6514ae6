/** What wallets that inject an object are given, and what a person reads where one does not sign. */
import { NETWORKS, SANDBOX_ACCOUNTS } from '@countersign/core/network';
import { afterEach, expect, test } from 'vitest';
import '../words/en.ts';
import * as hana from './hana.ts';
import { isInjected } from './injected.ts';
import * as klever from './klever.ts';
import * as rabet from './rabet.ts';
import type { MessageOrder, SignOrder } from './way.ts';

const [{ address: signer }, { address: other }] = SANDBOX_ACCOUNTS;
const { passphrase: networkPassphrase } = NETWORKS.testnet;
const order: SignOrder = { xdr: 'XDR', hash: new Uint8Array(32), network: 'testnet', networkPassphrase, signer };
const text: MessageOrder = { message: 'MESSAGE', networkPassphrase, signer };
const onPublic: SignOrder = { ...order, network: 'public', networkPassphrase: NETWORKS.public.passphrase };

const PLACES = ['hanaWallet', 'kleverWallet', 'rabet', 'xBullSDK'] as const;
afterEach(() => {
  for (const place of PLACES) Reflect.deleteProperty(globalThis, place);
});

type Answers = Readonly<Record<string, unknown>>;

/** A wallet whose functions note what they are given, and give these answers: an Error is thrown. */
function inject(place: (typeof PLACES)[number], answers: Answers, lines: string[]): void {
  const wallet = Object.fromEntries(
    Object.entries(answers).map(([name, answer]) => [
      name,
      async (...given: readonly unknown[]) => {
        lines.push(`  ${name}(${given.map((each) => JSON.stringify(each)).join(', ')})`);
        if (answer instanceof Error) throw answer;
        return answer;
      },
    ]),
  );
  Reflect.set(globalThis, place, place === 'rabet' ? wallet : { stellar: wallet });
}

const HANA = { getPublicKey: signer, signTransaction: 'SIGNED', signMessage: 'TEXT' };
const ADDRESS = { address: signer };
const KLEVER = {
  getAddress: ADDRESS,
  getNetwork: { networkPassphrase },
  signTransaction: { signedTxXdr: 'SIGNED', signerAddress: signer },
  signMessage: { signedMessage: 'TEXT', signerAddress: signer },
};
const RABET = { connect: { publicKey: signer }, sign: { xdr: 'SIGNED' } };
const declined = Object.assign(new Error('No.'), { code: -4 });
const { signMessage: _, ...oldHana } = HANA;
const { signMessage: _text, ...oldKlever } = KLEVER;
const { signal } = new AbortController();

test('each wallet gets what it signs, and each answer of it has its sentence', async () => {
  const lines: string[] = [];
  const note = async (
    title: string,
    place: (typeof PLACES)[number],
    answers: Answers | undefined,
    ask: () => Promise<string>,
  ) => {
    lines.push(`${place}: ${title}`);
    if (answers === undefined) Reflect.deleteProperty(globalThis, place);
    else inject(place, answers, lines);
    lines.push(`  = ${await ask().catch((thrown) => `${thrown.code}: ${thrown.message} ${thrown.remedy}`)}`);
  };
  const ask = {
    hana: () => hana.sign(order, signal),
    hanaText: () => hana.signText(text, signal),
    klever: () => klever.sign(order, signal),
    kleverText: () => klever.signText(text, signal),
    rabet: () => rabet.sign(order, signal),
  };
  await note('absent', 'hanaWallet', undefined, ask.hana);
  await note('signs', 'hanaWallet', HANA, ask.hana);
  await note('signs a text', 'hanaWallet', HANA, ask.hanaText);
  await note('too old for a text', 'hanaWallet', oldHana, ask.hanaText);
  await note('too old for a text signs', 'hanaWallet', oldHana, ask.hana);
  await note('declines access', 'hanaWallet', { ...HANA, getPublicKey: declined }, ask.hana);
  await note('declines', 'hanaWallet', { ...HANA, signTransaction: declined }, ask.hana);
  await note('answers no text', 'hanaWallet', { ...HANA, signTransaction: '' }, ask.hana);
  await note(
    'answers an error',
    'hanaWallet',
    { ...HANA, signTransaction: { error: { message: 'Broken' } } },
    ask.hana,
  );

  await note('absent', 'kleverWallet', undefined, ask.klever);
  await note('signs', 'kleverWallet', KLEVER, ask.klever);
  await note('signs a text', 'kleverWallet', KLEVER, ask.kleverText);
  await note('too old for a text', 'kleverWallet', oldKlever, ask.kleverText);
  await note('another network', 'kleverWallet', { ...KLEVER, getNetwork: { networkPassphrase: 'x' } }, ask.klever);
  await note('no address', 'kleverWallet', { ...KLEVER, getAddress: { error: 'Locked' } }, ask.klever);
  await note('no network', 'kleverWallet', { ...KLEVER, getNetwork: { error: { code: 4001 } } }, ask.klever);
  const another = { signedTxXdr: 'SIGNED', signerAddress: other };
  await note('another account', 'kleverWallet', { ...KLEVER, signTransaction: another }, ask.klever);
  const unnamed = { signedTxXdr: 'SIGNED', signerAddress: '' };
  await note('an account without a name', 'kleverWallet', { ...KLEVER, signTransaction: unnamed }, ask.klever);
  await note('nothing', 'kleverWallet', { ...KLEVER, signTransaction: null }, ask.klever);
  const inner = { error: { error: { code: -4, message: 'User said no' } } };
  await note('an error inside', 'kleverWallet', { ...KLEVER, signTransaction: inner }, ask.klever);

  await note('absent', 'rabet', undefined, ask.rabet);
  await note('signs', 'rabet', RABET, ask.rabet);
  await note('signs on public', 'rabet', RABET, () => rabet.sign(onPublic, signal));
  await note('another account', 'rabet', { ...RABET, connect: { publicKey: other } }, ask.rabet);
  for (const code of [
    'user-rejected',
    'wrong-password',
    'no-user-logged',
    'no-account',
    'no-message-received',
    'odd',
  ]) {
    await note(code, 'rabet', { ...RABET, sign: new Error(code) }, ask.rabet);
  }
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('recorded/injected.txt');
});

test('finds a wallet that comes after the page, without calling it', async () => {
  let looks = 0;
  expect(await isInjected(() => (++looks === 3 ? {} : undefined))).toBe(true);
  expect(await isInjected(() => undefined)).toBe(false);
});
