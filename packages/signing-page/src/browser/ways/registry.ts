/** All ways to sign, in the order in which they are offered. A wallet is a row here and a file next to it. */
import { pageError, words } from '../words/words.ts';
import { hana, isInjected, klever, rabet } from './injected.ts';
import type { Sign, SignMessage, Way } from './way.ts';

/** @throws CountersignError where a wallet's part of the page cannot be fetched, which the browser tells in its own words */
async function loaded<Part>(part: () => Promise<Part>): Promise<Part> {
  return await part().catch(() => {
    throw pageError('CANCELLED', words().ways.notLoaded);
  });
}

const signsIn = (part: () => Promise<{ readonly sign: Sign }>) => ({ load: async () => (await loaded(part)).sign });

/** The file of a wallet that also signs a text by SEP-53. */
const signsBoth = (part: () => Promise<{ readonly sign: Sign; readonly signText: SignMessage }>) => ({
  ...signsIn(part),
  loadMessage: async () => (await loaded(part)).signText,
});

/** Its keys are in the page, so it is always available; whether it is the signer is decided elsewhere. */
export const DEMO_ACCOUNT: Way = {
  name: 'a demo account',
  kind: 'demo',
  networks: ['sandbox'],
  ...signsBoth(() => import('./demo-account.ts')),
};

/** Of a wallet that takes the network's passphrase. */
const ANY = { networks: ['sandbox', 'testnet', 'public'] } as const;

export const WALLETS: readonly Way[] = [
  { name: 'Freighter', kind: 'extension', ...ANY, ...signsBoth(() => import('./freighter.ts')) },
  { name: 'LOBSTR', kind: 'extension', networks: ['public'], ...signsBoth(() => import('./lobstr.ts')) },
  { name: 'xBull', kind: 'popup', ...ANY, ...signsBoth(() => import('./xbull.ts')) },
  { name: 'Albedo', kind: 'popup', ...ANY, ...signsIn(() => import('./albedo.ts')) },
  { name: 'Hana', kind: 'extension', ...ANY, detect: () => isInjected(hana), ...signsBoth(() => import('./hana.ts')) },
  {
    name: 'Rabet',
    kind: 'extension',
    networks: ['testnet', 'public'],
    detect: () => isInjected(rabet),
    ...signsIn(() => import('./rabet.ts')),
  },
  {
    name: 'Klever',
    kind: 'extension',
    ...ANY,
    detect: () => isInjected(klever),
    ...signsBoth(() => import('./klever.ts')),
  },
  {
    name: 'Ledger',
    kind: 'device',
    ...ANY,
    // Browsers without WebHID cannot reach one.
    detect: async () => ('hid' in navigator ? undefined : false),
    ...signsBoth(() => import('./ledger/ledger.ts')),
  },
];
