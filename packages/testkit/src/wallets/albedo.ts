/** A stand-in for Albedo's window (github.com/stellar-expert/albedo): what it tells the page that opened it. */
import { NETWORKS } from '@countersign/core/network';
import type { Page } from 'playwright-core';
import { type Act, addressOf, createWallet, serveWindow, signedBy, type Wallet } from './wallet.ts';

type Request = Readonly<Record<'intent' | 'xdr' | 'pubkey' | 'network' | '__reqid', string>> & {
  readonly __albedo_intent_version: number;
};

export async function installAlbedo(page: Page, network: string): Promise<Wallet & { closes: boolean }> {
  const wallet = { ...createWallet(network), closes: false };
  await serveWindow(page, 'albedo.link', (message): readonly Act[] => {
    if (wallet.answer === 'locked') return [];
    if (message === null) return [{ tells: { albedo: { protocol: 3 } } }];
    const { intent, xdr, pubkey, network: asked, __reqid, __albedo_intent_version } = message as Request;
    wallet.asked.push(`${intent} ${__albedo_intent_version}`);
    const result = (fields: object): Act[] => [{ tells: { albedoIntentResult: { __reqid, intent, ...fields } } }];
    if (wallet.closes) return ['close'];
    if (wallet.answer === 'nothing') return [];
    if (wallet.answer === 'decline') {
      return result({ code: -4, message: 'Action request was rejected by the user.' });
    }
    if (pubkey !== addressOf(wallet)) return result({ code: -3, message: 'Requested account was not found.' });
    const passphrase = { public: NETWORKS.public.passphrase, testnet: NETWORKS.testnet.passphrase }[asked] ?? asked;
    if (passphrase !== wallet.network) return result({ code: -3, message: 'Network is not supported.' });
    return result({ xdr, pubkey, network: asked, signed_envelope_xdr: signedBy(wallet, xdr) });
  });
  return wallet;
}
