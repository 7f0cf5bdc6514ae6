/** The service on a simulated real network: every answer has the wire format of Stellar RPC. */
import { createEscrowClient } from '@countersign/core';
import { NETWORKS } from '@countersign/core/network';
import { startService } from '@countersign/escrow-service/internal/start-service';
import { Keypair, type xdr } from '@stellar/stellar-sdk/base';
import { signWith } from '../ledger/newcomer.ts';
import { deploy, deployBody } from '../ledger/sandbox-client.ts';
import { TESTNET, usualAnswers } from '../rpc/rpc-answers.ts';
import { startRpcStandIn } from '../rpc/rpc-stand-in.ts';

export const SIGNER = Keypair.fromRawEd25519Seed(new Uint8Array(32).fill(9));
const CREDENTIALS = { accessToken: 'a-token-that-was-chosen', apiKey: 'a-key-that-was-chosen' };
const [USDC] = NETWORKS.testnet.tokens;

/** Short for what is asked again; an answer may take its time, as the machine may be busy. */
const PATIENCE = { answerMs: 5_000, readMs: 5_000, sendMs: 2_000, pausesMs: [10, 20, 40], pollMs: 10 };
/** Only for tests of silence. */
const IMPATIENCE = { ...PATIENCE, answerMs: 300, readMs: 1_000 };
export const TRIES = 1 + PATIENCE.pausesMs.length;

export type RealNetwork = Awaited<ReturnType<typeof startRealNetwork>>;

type RealNetworkOptions = {
  readonly more?: readonly xdr.LedgerEntryData[];
  readonly impatient?: boolean;
};

export async function startRealNetwork({ more = [], impatient = false }: RealNetworkOptions = {}) {
  const rpc = await startRpcStandIn(usualAnswers(SIGNER, more));
  const service = await startService({
    ...CREDENTIALS,
    network: TESTNET,
    rpcUrl: rpc.url,
    port: 0,
    rateLimit: 0,
    patience: impatient ? IMPATIENCE : PATIENCE,
  });
  return {
    rpc,
    service,
    sandbox: { url: service.url, ...CREDENTIALS },
    client: createEscrowClient({ baseUrl: service.url, ...CREDENTIALS, requestsPerMinute: 10_000 }),
    close: async () => {
      await rpc.close();
      await service.close();
    },
  };
}

export const testnetBody = (changes: Readonly<Record<string, unknown>> = {}) =>
  deployBody({
    signer: SIGNER.publicKey(),
    trustline: { address: USDC.address, decimals: 10_000_000 },
    ...changes,
  });

export async function signedDeploy(t: RealNetwork): Promise<string> {
  t.rpc.play({});
  const { json } = await deploy(t, testnetBody());
  return signWith(SIGNER, json.unsignedTransaction, TESTNET.passphrase);
}
