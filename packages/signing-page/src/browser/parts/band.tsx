/** The band on top that always shows the network. */
import type { NetworkName } from '@countersign/core/network';
import { render } from 'preact';
import { NETWORK_WORDS } from '../words/said.ts';

const place = () => document.getElementById('band') as HTMLElement;

export function showNetwork(network: NetworkName): void {
  document.documentElement.dataset['network'] = network;
  const { name, means } = NETWORK_WORDS[network];
  render(
    <p class="network">
      <strong class="network-name">{name}</strong>
      <span class="means">{means}</span>
    </p>,
    place(),
  );
}

/** Where nobody knows yet which network it is. */
export function showProduct(): void {
  render(
    <p class="network">
      <strong>Countersign</strong>
    </p>,
    place(),
  );
}
