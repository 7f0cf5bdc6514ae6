/** The only import of the embedded escrow service, which does not load if a real one is configured. */
import type { SandboxOptions } from '@countersign/escrow-service';

export async function startSandbox({ dataDir, network }: Required<Pick<SandboxOptions, 'dataDir' | 'network'>>) {
  const service = await import('@countersign/escrow-service');
  return await service.startSandbox({ dataDir, network });
}
