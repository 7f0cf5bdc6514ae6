/** All ways to sign, in the order in which they are offered. A wallet is a row here and a file next to it. */

import { words } from '../words/words.ts';
import { hana, isInjected, klever, rabet } from './injected.ts';
import { type Way, wayProblem } from './way.ts';

/** Its keys are in the page, so it is always available; whether it is the signer is decided elsewhere. */
export const DEMO_ACCOUNT: Way = {
  id: 'demo-account',
  name: 'a demo account',
  kind: 'demo',
  networks: ['sandbox'],
  detect: async () => true,
  load: () => loaded(async () => (await import('./demo-account.ts')).signAsDemoAccount),
  loadMessage: () => loaded(async () => (await import('./demo-account.ts')).signTextAsDemoAccount),
};

/** Of a wallet that takes the network's passphrase. */
const ANY_NETWORK = ['sandbox', 'testnet', 'public'] as const;
const unknown = async () => undefined;

export const WALLETS: readonly Way[] = [
  {
    id: 'freighter',
    name: 'Freighter',
    kind: 'extension',
    networks: ANY_NETWORK,
    detect: unknown,
    load: () => loaded(async () => (await import('./freighter.ts')).signWithFreighter),
    loadMessage: () => loaded(async () => (await import('./freighter.ts')).signTextWithFreighter),
  },
  {
    id: 'lobstr',
    name: 'LOBSTR',
    kind: 'extension',
    networks: ['public'],
    detect: unknown,
    load: () => loaded(async () => (await import('./lobstr.ts')).signWithLobstr),
    loadMessage: () => loaded(async () => (await import('./lobstr.ts')).signTextWithLobstr),
  },
  {
    id: 'xbull',
    name: 'xBull',
    kind: 'popup',
    networks: ANY_NETWORK,
    detect: unknown,
    load: () => loaded(async () => (await import('./xbull.ts')).signWithXBull),
    loadMessage: () => loaded(async () => (await import('./xbull.ts')).signTextWithXBull),
  },
  {
    id: 'albedo',
    name: 'Albedo',
    kind: 'popup',
    networks: ANY_NETWORK,
    detect: unknown,
    load: () => loaded(async () => (await import('./albedo.ts')).signWithAlbedo),
  },
  {
    id: 'hana',
    name: 'Hana',
    kind: 'extension',
    networks: ANY_NETWORK,
    detect: () => isInjected(hana),
    load: () => loaded(async () => (await import('./hana.ts')).signWithHana),
    loadMessage: () => loaded(async () => (await import('./hana.ts')).signTextWithHana),
  },
  {
    id: 'rabet',
    name: 'Rabet',
    kind: 'extension',
    networks: ['testnet', 'public'],
    detect: () => isInjected(rabet),
    load: () => loaded(async () => (await import('./rabet.ts')).signWithRabet),
  },
  {
    id: 'klever',
    name: 'Klever',
    kind: 'extension',
    networks: ANY_NETWORK,
    detect: () => isInjected(klever),
    load: () => loaded(async () => (await import('./klever.ts')).signWithKlever),
    loadMessage: () => loaded(async () => (await import('./klever.ts')).signTextWithKlever),
  },
  {
    id: 'ledger',
    name: 'Ledger',
    kind: 'device',
    networks: ANY_NETWORK,
    // Browsers without WebHID cannot reach one.
    detect: async () => ('hid' in navigator ? undefined : false),
    load: () => loaded(async () => (await import('./ledger/ledger.ts')).signWithLedger),
    loadMessage: () => loaded(async () => (await import('./ledger/ledger.ts')).signTextWithLedger),
  },
];

/** @throws CountersignError where a wallet's part of the page cannot be fetched, which the browser tells in its own words */
async function loaded<Part>(load: () => Promise<Part>): Promise<Part> {
  return await load().catch(() => {
    const { message, remedy } = words().ways.notLoaded;
    throw wayProblem(message, remedy);
  });
}
