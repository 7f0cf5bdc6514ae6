/** An escrow service on loopback whose answers the test writes. */
import { addressesOf, KEY, startScriptedService, TOKEN } from '../service/scripted-service.ts';
import { answer, type Responder } from '../service/stand-in.ts';

export const CREDENTIALS = { accessToken: TOKEN, apiKey: KEY };

export async function startService(scene: Responder): Promise<Record<string, string>> {
  const { url } = await startScriptedService(scene);
  return {
    ESCROW_API_URL: url,
    STELLAR_NETWORK: 'testnet',
    COUNTERSIGN_WITHOUT_RPC: 'true',
    ESCROW_ACCESS_TOKEN: CREDENTIALS.accessToken,
    ESCROW_API_KEY: CREDENTIALS.apiKey,
  };
}

/** Answers a balance query with 1, 2, 3… in the order request. */
export const answerBalances: Responder = (response, request) => {
  const balances = addressesOf(request.url).map((address, index) => ({ address, balance: index + 1 }));
  return answer(200, balances)(response, request);
};
