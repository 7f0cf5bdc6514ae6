/** The only way from here to the embedded escrow service. Nothing of it loads where a real one is configured. */
import type { Settings } from '@countersign/core/settings';

export async function startSandbox({ dataDir, network: { dialect = 'seed' } }: Pick<Settings, 'dataDir' | 'network'>) {
  const service = await import('@countersign/escrow-service');
  return await service.startSandbox({ dataDir, dialect });
}
