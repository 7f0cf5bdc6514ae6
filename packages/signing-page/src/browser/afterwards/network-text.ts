import type { NetworkName } from '@countersign/core/network';
import { NETWORK_WORDS } from '../words/said.ts';

/** "Sandbox: simulated, worth nothing" */
export function networkText(network: NetworkName): string {
  const { name, means } = NETWORK_WORDS[network];
  return `${name}: ${means}`;
}
