/** The band on top: which network all of this is on. */
import type { NetworkName } from '@countersign/core/network';
import { h } from '../parts/dom.ts';
import { words } from '../words/words.ts';

export function showNetwork(network: NetworkName): void {
  if (document.documentElement.dataset['network'] === network) return;
  document.documentElement.dataset['network'] = network;
  const { name, means } = words().escrows.networks[network];
  document
    .getElementById('band')
    ?.replaceChildren(
      h('p', { class: 'network' }, h('strong', { class: 'network-name' }, name), h('span', { class: 'means' }, means)),
    );
}
