/**
 * Testnet as a person with internet access meets it: its RPC, friendbot and faucet, and the live service. Behind them
 * are the embedded ledger with testnet's passphrase and pins, and our own service, which speaks v1.
 */
import { NETWORKS } from '@countersign/core/network';
import { sandboxKeypair } from '@countersign/core/sandbox-keys';
import { startSandbox } from '@countersign/escrow-service';
import { LIVE_TESTNET } from '@countersign/sandbox-ledger';
import { FRIENDBOT } from '@countersign/sandbox-ledger/internal/genesis';
import { Asset, Operation, TransactionBuilder } from '@stellar/stellar-sdk/base';
import { Server } from '@stellar/stellar-sdk/rpc';

const { passphrase, tokens } = NETWORKS.testnet;
const [USDC] = tokens;
const API_KEY = 'an-id-of-a-key.and-its-secret-part';

export type Testnet = Awaited<ReturnType<typeof startTestnet>>;

/** @param feeAddress G…, who gets the service's share, where it is not the live service's account */
export async function startTestnet(feeAddress = LIVE_TESTNET.feeAddress as string) {
  const { url, rpcUrl, friendbotUrl, close } = await startSandbox({
    network: { ...LIVE_TESTNET, feeAddress },
    apiKey: API_KEY,
    rateLimit: 0,
  });
  return {
    env: {
      ESCROW_SERVICE: 'trustless-work',
      STELLAR_NETWORK: 'testnet',
      ESCROW_API_KEY: API_KEY,
      ESCROW_API_URL: url,
      ESCROW_RATE_LIMIT: '1000',
      STELLAR_RPC_URL: rpcUrl,
    } as Readonly<Record<string, string>>,
    rpcUrl,
    friendbotUrl,
    /** Pays USDC, as Circle's faucet does; the account must have a trustline. */
    give: async (destination: string, amount: string) => {
      const rpc = new Server(rpcUrl, { allowHttp: true });
      const asset = new Asset(USDC.code, USDC.issuer);
      const account = await rpc.getAccount(FRIENDBOT);
      const transaction = new TransactionBuilder(account, { fee: '100', networkPassphrase: passphrase })
        .addOperation(Operation.payment({ destination, asset, amount }))
        .setTimeout(60)
        .build();
      transaction.sign(sandboxKeypair('friendbot'));
      const { hash } = await rpc.sendTransaction(transaction);
      const { status } = await rpc.pollTransaction(hash);
      if (status !== 'SUCCESS') throw new Error(`the faucet's payment: ${status}`);
    },
    close,
  };
}
