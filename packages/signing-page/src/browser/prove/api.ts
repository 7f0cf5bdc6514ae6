/** What the page asks its server, by the link that it was opened with. */
import type { ProofView } from '../../proof-view.ts';
import { askServer } from '../parts/ask-server.ts';

export const readProof = (): Promise<ProofView> => askServer('view', 'text');
export const giveSignature = (signature: string): Promise<{ readonly proven: true }> =>
  askServer('signature', 'proven', { body: { signature } });
