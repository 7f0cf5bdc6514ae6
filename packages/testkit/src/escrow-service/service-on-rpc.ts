/** The service as `pnpm service` runs it with STELLAR_RPC_URL, on the RPC of a sandbox that runs apart from it. */
import { type DialectName, networkWith } from '@countersign/core/network';
import { parseSettings } from '@countersign/core/settings';
import { networkSettings, startService } from '@countersign/escrow-service/internal/start-service';
import { startTestSandbox, type TestSandbox } from '../ledger/sandbox-client.ts';

export async function startTestServiceOnRpc(dialect: DialectName = 'seed'): Promise<TestSandbox> {
  const ledger = await startTestSandbox();
  const { factory, wasmHash } = networkWith('sandbox', dialect);
  const settings = parseSettings(
    {
      STELLAR_NETWORK: 'sandbox',
      STELLAR_RPC_URL: ledger.sandbox.rpcUrl,
      ESCROW_API_DIALECT: dialect,
      ESCROW_PINS: JSON.stringify({ factory, wasmHash }),
    },
    { needsService: false },
  );
  const network = networkSettings(settings);
  if (network === undefined) throw new Error('the settings mean the embedded ledger');
  const service = await startService({ ...network, port: 0, rateLimit: 0, now: () => ledger.clock.now });
  const close = async () => {
    await service.close();
    await ledger.sandbox.close();
  };
  return { ...ledger, sandbox: { ...ledger.sandbox, url: service.url, close } };
}
