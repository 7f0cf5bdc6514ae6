/** The OAuth issuer of a test, which ends with it. */
import { onTestFinished } from 'vitest';
import { type LocalIssuer, openIssuer } from './open-issuer.ts';

export type { LocalIssuer } from './open-issuer.ts';

export async function startIssuer(options: Parameters<typeof openIssuer>[0] = {}): Promise<LocalIssuer> {
  const issuer = await openIssuer(options);
  onTestFinished(issuer.close);
  return issuer;
}
