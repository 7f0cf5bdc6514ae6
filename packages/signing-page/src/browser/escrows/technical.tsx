/** What a person needs to look an escrow up elsewhere. */
import type { EscrowView } from '@countersign/core/escrow-views';
import { Code } from '../parts/code.tsx';
import { words } from '../words/words.ts';

export function Technical({
  escrow: { contractId, transactionHash, token, engagementId },
}: {
  readonly escrow: EscrowView;
}) {
  const { technical, contract, transaction, token: tokenWord, engagement } = words().escrows.detail;
  const codes = [
    [contract, contractId],
    [transaction, transactionHash],
    [tokenWord, token],
  ] as const;
  return (
    <details>
      <summary>{technical}</summary>
      <dl>
        {codes.map(
          ([label, code]) =>
            code !== undefined && (
              <div key={label}>
                <dt>{label}</dt>
                <dd>
                  <Code code={code} />
                </dd>
              </div>
            ),
        )}
        <div>
          <dt>{engagement}</dt>
          <dd>{engagementId}</dd>
        </div>
      </dl>
    </details>
  );
}
