/** Who does what next: the reader by a button, somebody else by a sentence that can be sent to them. */
import type { PageEscrow } from '@countersign/core/desk';
import { lookUpPages } from '@countersign/core/escrow';
import { SANDBOX_ACCOUNTS } from '@countersign/core/network';
import type { PageView } from '../../page-view.ts';
import { Code } from '../parts/code.tsx';
import { CopyButton } from '../parts/copy-button.tsx';
import { words } from '../words/words.ts';
import type { Turn } from './life.ts';
import { networkText } from './network-text.ts';
import { isPressed, NextStep } from './next-step.tsx';
import { askOf, sentenceOf } from './sentence.ts';

type Props = {
  readonly view: PageView;
  readonly escrow: PageEscrow;
  readonly turn: Turn;
  readonly isNow: boolean;
  readonly isFirst: boolean;
};

export function TurnLine({ view, escrow, turn: anyone, isNow, isFirst }: Props) {
  const turn = expected(view, escrow, anyone);
  const { address, role } = turn;
  const says = words().afterwards;
  const isYours = role === 'anyone' || address === view.request.signer;
  if (!isNow) return <TurnSentence turn={turn} />;
  if (isYours) {
    return (
      <>
        <p>{sentenceOf(turn, true)}</p>
        {isPressed(turn) && <NextStep turn={turn} isFirst={isFirst} />}
      </>
    );
  }
  const name = address === undefined ? undefined : nameOfParty(view, address);
  const message = says.message(
    escrow.title,
    askOf(turn),
    turn.milestone,
    networkText(view.network.name),
    escrow.contractId,
    lookUpPages(view.network.name, '', escrow.contractId)?.viewer,
  );
  return (
    <>
      <p>
        {sentenceOf(turn)} {name !== undefined && <span class="tag name">{name}</span>}
      </p>
      {address !== undefined && isFirst && <Code code={address} />}
      {isFirst && (
        <div class="send">
          <p class="hint">{says.send(name ?? says.them)}</p>
          <p class="words">{message}</p>
          <CopyButton label={says.copy} text={() => message} />
        </div>
      )}
    </>
  );
}

/** Anyone may pay in, but only who buys is asked to: not a provider or a platform that set the escrow up. */
function expected({ request: { signer } }: PageView, { roles }: PageEscrow, turn: Turn): Turn {
  const { approver, serviceProvider, platformAddress, receiver } = roles;
  const isOther = signer !== approver && [serviceProvider, platformAddress, receiver].includes(signer);
  return turn.role === 'anyone' && isOther ? { ...turn, role: 'approver', address: approver } : turn;
}

/** "The approver looks at the work and approves it." */
export function TurnSentence({ turn }: { readonly turn: Turn }) {
  return <p class="hint">{sentenceOf(turn)}</p>;
}

/** As the address book has it, or the sandbox. */
function nameOfParty({ names = [], network }: PageView, address: string): string | undefined {
  const named = names.find((each) => each.address === address && each.setBy !== undefined);
  const demo = network.name === 'sandbox' && SANDBOX_ACCOUNTS.find((account) => account.address === address);
  return named?.name ?? (demo ? demo.name : undefined);
}
