/** What `GET /sandbox` answers: how a sandbox is reached, and that it is one. */

import { NETWORKS } from '@countersign/core/network';
import { SANDBOX_CREDENTIALS } from '@countersign/core/settings';
import { demoAccounts } from './accounts.ts';

export function describeSandbox({
  accessToken,
  apiKey,
  ...addresses
}: {
  readonly rpcUrl: string;
  readonly friendbotUrl: string;
  readonly accessToken: string;
  readonly apiKey: string;
}): object {
  const { passphrase, factory, wasmHash, tokens } = NETWORKS.sandbox;
  return {
    networkPassphrase: passphrase,
    ...addresses,
    factory,
    wasmHash,
    tokens: tokens.map(({ code, address, decimals }) => ({ code, address, decimals })),
    accounts: demoAccounts(),
    // Credentials that someone chose are never given out.
    ...(accessToken === SANDBOX_CREDENTIALS.accessToken ? { accessToken } : {}),
    ...(apiKey === SANDBOX_CREDENTIALS.apiKey ? { apiKey } : {}),
  };
}
