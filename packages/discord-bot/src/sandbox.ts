/** The only way from here to the embedded escrow service. Nothing of it loads where a real one is configured. */
import type { SandboxOptions } from '@countersign/escrow-service';

export async function startSandbox({ dataDir, network }: Required<Pick<SandboxOptions, 'dataDir' | 'network'>>) {
  const service = await import('@countersign/escrow-service');
  return await service.startSandbox({ dataDir, network });
}
