/** What follows once it has settled. */
import type { StepSummary } from '@countersign/core/actions';
import { SANDBOX_ACCOUNTS } from '@countersign/core/network';
import type { NamedAddress } from '@countersign/core/words';
import type { PageView } from '../../page-view.ts';
import { Code } from '../parts/code.tsx';
import { CopyButton } from '../parts/copy-button.tsx';
import { Rows } from '../parts/rows.tsx';
import { Differences } from '../sign/differences.tsx';
import type { Screen } from '../sign/screen.ts';
import { isStep } from '../sign/summaries.ts';
import { nameText, turnText } from '../words/said.ts';
import { words } from '../words/words.ts';

export type AfterwardsProps = { readonly view: PageView; readonly screen: Screen };

export function Afterwards({ view: { status, action, names = [] }, screen: { reading } }: AfterwardsProps) {
  const say = words().status;
  const summary = reading.kind === 'mismatch' ? undefined : reading.summary;
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
      {changedSince !== undefined && (
        <>
          <p class="verdict partly">{say.changedSince}</p>
          <Differences differences={changedSince} asked={say.askedFor} found={say.onLedgerNow} />
        </>
      )}
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
