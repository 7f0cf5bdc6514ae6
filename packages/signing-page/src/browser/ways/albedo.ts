/**
 * Signing in Albedo, in its own window. We speak its protocol ourselves, because its package captures every
 * web+stellar link of the page, waits forever if the window is blocked or closed, and accepts an answer from any
 * window.
 */
import { needAccount, patiently, refusal, refused, signedText } from './ask-wallet.ts';
import type { Sign, SignOrder } from './way.ts';

const ALBEDO = { name: 'Albedo', site: 'albedo.link' };
const ORIGIN = 'https://albedo.link';
const PROTOCOL = 3;

type Result = Readonly<Partial<Record<'__reqid' | 'signed_envelope_xdr' | 'pubkey' | 'message' | 'code', unknown>>>;

export const sign: Sign = async (order, signal) => {
  const opened = window.open(`${ORIGIN}/confirm`, 'auth.albedo.link', 'popup,width=480,height=600');
  if (opened === null) throw refusal(ALBEDO, 'blocked');
  const answered = new AbortController();
  let isReady = false;
  const answer = new Promise<Result>((resolve) => {
    const id = crypto.randomUUID();
    const onMessage = ({ source, origin, data }: MessageEvent) => {
      if (source !== opened || origin !== ORIGIN) return;
      if (data?.albedo !== undefined && !isReady) {
        isReady = true;
        opened.postMessage({ ...requestOf(order), __reqid: id }, ORIGIN);
      }
      if (data?.albedoIntentResult?.__reqid === id) resolve(data.albedoIntentResult);
    };
    addEventListener('message', onMessage, { signal: answered.signal });
  });
  try {
    const state = () => (opened.closed ? 'closed' : isReady ? 'ready' : 'opening');
    const result = await patiently(ALBEDO, answer, state, signal);
    if (result.signed_envelope_xdr === undefined) throw refused(ALBEDO, result);
    if (typeof result.pubkey === 'string') needAccount(ALBEDO, order.signer, result.pubkey);
    return signedText(ALBEDO, result.signed_envelope_xdr);
  } finally {
    answered.abort();
    opened.close();
  }
};

const requestOf = ({ xdr, network, networkPassphrase, signer }: SignOrder) => ({
  intent: 'tx',
  __albedo_intent_version: PROTOCOL,
  xdr,
  pubkey: signer,
  network: network === 'sandbox' ? networkPassphrase : network,
});
