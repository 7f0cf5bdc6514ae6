/**
 * A stand-in for xBull's window (github.com/Creit-Tech/xBull-Wallet): each message is a NaCl box between a key of the
 * page and one of the wallet, and the first one gives the page's session back.
 */
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import {
  type Act,
  addressOf,
  createWallet,
  inject,
  serveWindow,
  signedBy,
  signedTextBy,
  type Wallet,
} from './wallet.ts';

type KeyPair = { readonly publicKey: Uint8Array; readonly secretKey: Uint8Array };
type Nacl = {
  readonly box: ((text: Uint8Array, nonce: Uint8Array, theirs: Uint8Array, own: Uint8Array) => Uint8Array) & {
    keyPair(): KeyPair;
    open(box: Uint8Array, nonce: Uint8Array, theirs: Uint8Array, own: Uint8Array): Uint8Array | null;
  };
  randomBytes(length: number): Uint8Array;
};

/** The very library that xBull's own package brings. */
const page = createRequire(fileURLToPath(import.meta.resolve('@countersign/signing-page')));
const nacl = createRequire(page.resolve('@creit.tech/xbull-wallet-connect'))('tweetnacl') as Nacl;

const bytes = (base64: string) => new Uint8Array(Buffer.from(base64, 'base64'));
const base64 = (data: Uint8Array) => Buffer.from(data).toString('base64');

type Message = Readonly<Record<'type' | 'message' | 'oneTimeCode', string>>;
type Order = Readonly<Record<'xdr' | 'publicKey' | 'network', string>>;
type TextOrder = { readonly message: string; readonly opts: { readonly address: string } };

export async function installXBullWindow(page: Page, network: string): Promise<Wallet & { closes: boolean }> {
  const wallet = { ...createWallet(network), closes: false };
  const own = nacl.box.keyPair();
  let theirs = new Uint8Array();
  const boxed = (content: object) => {
    const nonce = nacl.randomBytes(24);
    const box = nacl.box(new TextEncoder().encode(JSON.stringify(content)), nonce, theirs, own.secretKey);
    return { message: base64(box), oneTimeCode: base64(nonce) };
  };
  await serveWindow(page, 'wallet.xbull.app', (message, query): readonly Act[] => {
    if (wallet.answer === 'locked') return [];
    if (message === null) {
      const asked = new URLSearchParams(query);
      theirs = bytes(String(asked.get('public')));
      const hello = boxed({ providedSession: asked.get('session'), walletSession: 'a session of its own' });
      return [{ tells: { type: 'XBULL_INITIAL_RESPONSE', publicKey: base64(own.publicKey), ...hello } }];
    }
    const { type, message: box, oneTimeCode } = message as Message;
    wallet.asked.push(type);
    const order = nacl.box.open(bytes(box), bytes(oneTimeCode), theirs, own.secretKey);
    if (order === null) throw new Error('the box does not open');
    if (wallet.closes) return ['close'];
    if (wallet.answer === 'nothing') return [];
    const content: unknown = JSON.parse(new TextDecoder().decode(order));
    if (type === 'XBULL_SIGN_MESSAGE') {
      const { message: text, opts } = content as TextOrder;
      const answer = { type: 'XBULL_SIGN_MESSAGE_RESPONSE' };
      const refuses = wallet.answer === 'decline' || opts.address !== addressOf(wallet);
      if (refuses) return [{ tells: { ...answer, success: false } }];
      const signed = boxed({ signedMessage: signedTextBy(wallet, text), signerAddress: addressOf(wallet) });
      return [{ tells: { ...answer, success: true, ...signed } }];
    }
    const { xdr, publicKey, network: asked } = content as Order;
    const isItsOwn = publicKey === addressOf(wallet) && asked === wallet.network;
    if (wallet.answer === 'decline' || !isItsOwn) return [{ tells: { type: 'XBULL_SIGN_RESPONSE', success: false } }];
    const signed = boxed({ xdr: signedBy(wallet, xdr) });
    return [{ tells: { type: 'XBULL_SIGN_RESPONSE', success: true, ...signed } }];
  });
  return wallet;
}

type XbullOptions = { readonly networkPassphrase: string; readonly address: string };

/** A stand-in for xBull's extension: the object that it injects, which gives errors back instead of throwing them. */
export async function installXBullExtension(page: Page, network: string): Promise<Wallet> {
  const wallet = createWallet(network);
  await inject(page, 'xBullSDK', ['getAddress', 'signTransaction', 'signMessage'], (method, args) => {
    wallet.asked.push(method);
    if (wallet.answer === 'locked') return { gives: { error: { code: -1, message: 'Wallet is locked' } } };
    if (method === 'getAddress') return { gives: { address: addressOf(wallet) } };
    const signerAddress = addressOf(wallet);
    const [{ xdr, opts }] = (method === 'signMessage' ? [{}] : args) as unknown as [
      { readonly xdr: string; readonly opts: XbullOptions },
    ];
    if (wallet.answer === 'nothing') return undefined;
    if (wallet.answer === 'decline') return { gives: { error: { code: -4, message: 'Request declined' } } };
    if (method === 'signMessage') {
      return { gives: { signedMessage: signedTextBy(wallet, args[0] as unknown as string), signerAddress } };
    }
    if (opts.networkPassphrase !== wallet.network) {
      return { gives: { error: { code: -3, message: 'Network passphrase is not the current one' } } };
    }
    return { gives: { signedTxXdr: signedBy(wallet, xdr), signerAddress } };
  });
  return wallet;
}
