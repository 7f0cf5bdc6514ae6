/** The answer of `GET /sandbox`: proves that it is a sandbox, and how to reach it. */
import { type Network, SANDBOX_ACCOUNTS } from '@countersign/core/network';
import { SANDBOX_CREDENTIALS } from '@countersign/core/settings';

/** @returns undefined for another network, which has no such path */
export function describeSandbox(
  { name, passphrase, dialect = 'seed', factory, wasmHash, single, feeAddress, tokens }: Network,
  {
    accessToken,
    apiKey,
    ...addresses
  }: {
    readonly rpcUrl: string;
    readonly friendbotUrl: string;
    readonly accessToken?: string | undefined;
    readonly apiKey: string;
  },
): object | undefined {
  if (name !== 'sandbox') return undefined;
  return {
    networkPassphrase: passphrase,
    dialect,
    ...addresses,
    factory,
    wasmHash,
    ...(single === undefined ? {} : { single }),
    ...(feeAddress === undefined ? {} : { feeAddress }),
    tokens: tokens.map(({ code, address, issuer, decimals }) => ({ code, symbol: code, address, issuer, decimals })),
    accounts: SANDBOX_ACCOUNTS,
    // Credentials that someone chose are never given out.
    ...(accessToken === SANDBOX_CREDENTIALS.accessToken ? { accessToken } : {}),
    ...(apiKey === SANDBOX_CREDENTIALS.apiKey ? { apiKey } : {}),
  };
}
