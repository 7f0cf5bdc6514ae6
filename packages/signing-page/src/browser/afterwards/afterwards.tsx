/** The page once it was sent: what follows when it has settled. */
import type { StepSummary } from '@countersign/core/actions';
import { SANDBOX_ACCOUNTS } from '@countersign/core/network';
import type { NamedAddress } from '@countersign/core/words';
import type { PageView } from '../../page-view.ts';
import { Code } from '../parts/code.tsx';
import { CopyButton } from '../parts/copy-button.tsx';
import { Rows } from '../parts/rows.tsx';
import { type AnySummary, isStep } from '../sign/summaries.ts';
import { nameText, turnText } from '../words/said.ts';
import { words } from '../words/words.ts';

export type AfterwardsProps = {
  readonly view: PageView;
  /** Of what was signed; absent where it cannot be read. */
  readonly summary: AnySummary | undefined;
};

export function Afterwards({ view: { status, action, names = [] }, summary }: AfterwardsProps) {
  const say = words().status;
  if (status.status !== 'settled') return null;
  const { changedSince, contractId, transactionHash } = status;
  const address = contractId !== undefined && (
    <>
      <Code code={contractId} />
      <CopyButton label={say.copyAddress} text={() => contractId} />
    </>
  );
  const hash = <Code code={transactionHash} />;
  return (
    <>
      {summary !== undefined && isStep(summary) && (
        <>
          <h2>{say.nextTitle}</h2>
          <Turns summary={summary} names={names} />
          <p class="hint">{say.nextHint}</p>
        </>
      )}
      <Rows rows={[...(address ? [[say.escrowAddress, address] as const] : []), [say.hash, hash]]} />
      {changedSince === undefined && action === 'deploy' && <p>{say.fundIt(summary?.token.code ?? say.theToken)}</p>}
    </>
  );
}

type TurnsProps = { readonly summary: StepSummary; readonly names: readonly NamedAddress[] };

/** Who does what, and who that is. */
function Turns({ summary: { turn, signer, network }, names }: TurnsProps) {
  const { nothingMore, you, demo } = words().status;
  if (turn.length === 0) return <p>{nothingMore}</p>;
  const tagOf = (address: string) => {
    const account = network === 'sandbox' ? SANDBOX_ACCOUNTS.find((each) => each.address === address) : undefined;
    return address === signer ? you : account && demo(account.name);
  };
  return (
    <ul class="turns">
      {turn.map(({ address, ...each }) => {
        const text = turnText(each);
        const named = names.find((one) => one.address === address && one.setBy);
        const tag = address === undefined ? undefined : tagOf(address);
        return (
          <li key={text}>
            {text}
            {address !== undefined && <Code code={address} />}
            {tag !== undefined && <span class="tag">{tag}</span>}
            {named && <span class="tag name">{nameText(named)}</span>}
          </li>
        );
      })}
    </ul>
  );
}
