/** All ways to sign, in the order in which they are offered. A wallet is a row here and a file beside it. */
import { loaded } from './loaded.ts';
import type { Way } from './way.ts';

/** Its keys are in the page, so it is always there; whether it is the signer's, its row cannot say. */
export const DEMO_ACCOUNT: Way = {
  id: 'demo-account',
  name: 'a demo account',
  kind: 'demo',
  networks: ['sandbox'],
  detect: async () => true,
  load: () => loaded(async () => (await import('./demo-account.ts')).signAsDemoAccount),
};

export const WALLETS: readonly Way[] = [
  {
    id: 'freighter',
    name: 'Freighter',
    kind: 'extension',
    networks: ['sandbox', 'testnet', 'public'],
    detect: async () => undefined,
    load: () => loaded(async () => (await import('./freighter.ts')).signWithFreighter),
  },
];
