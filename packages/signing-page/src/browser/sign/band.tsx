/** The quiet band on top that never leaves the screen: which network this is. */
import type { NetworkName } from '@countersign/core/network';
import { NETWORK_WORDS } from '../words/said.ts';

export function Band({ network }: { readonly network: NetworkName }) {
  const { name, means } = NETWORK_WORDS[network];
  return (
    <p class="network">
      <strong class="network-name">{name}</strong>
      <span class="means">{means}</span>
    </p>
  );
}
