/** Explorer links, on networks that others share. */
import { lookUpPages } from '@countersign/core/escrow';
import type { NetworkName } from '@countersign/core/network';
import type { PageView } from '../../page-view.ts';
import { words } from '../words/words.ts';

type Props = { readonly status: PageView['status']; readonly network: NetworkName };

export function LookUpLinks({ status: { transactionHash, contractId }, network }: Props) {
  const pages = lookUpPages(network, transactionHash, contractId);
  const says = words().afterwards;
  if (pages === undefined) return null;
  return (
    <div class="look-up">
      <h2>{says.elsewhere}</h2>
      <ul>
        {(['transaction', 'contract', 'viewer'] as const).map((name) => {
          const href = pages[name];
          if (href === undefined) return null;
          return (
            <li key={name}>
              <a href={href} rel="noreferrer noopener">
                {says.links[name]}
              </a>
            </li>
          );
        })}
      </ul>
      <p class="hint">{says.leaves}</p>
    </div>
  );
}
