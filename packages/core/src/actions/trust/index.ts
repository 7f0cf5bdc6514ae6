/** Let one's own account hold a token, by a transaction of its own for which no service is needed. */
import type { Action } from '../action.ts';
import { parseTrustRequest, trustInputSchema } from './request.ts';
import { summariseTrust } from './summary.ts';
import { checkTrust, readTrust } from './transaction.ts';

export const trust: Action<'trust'> = {
  name: 'trust',
  schema: trustInputSchema,
  parse: parseTrustRequest,
  identity: ({ trustline }) => new TextEncoder().encode(`trust ${trustline.address}`),
  read: (read, network) => readTrust(read, network.passphrase),
  check: checkTrust,
  // A trustline calls no contract, so there is nothing to pin.
  isPinned: () => true,
  summarise: (read, call, _request, network, _reasons, words) => summariseTrust(read, call, network, words),
};
