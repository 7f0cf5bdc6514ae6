/** On a small screen: the amount, and the button that signs or leads to the ways to sign, always in view. */
import { shortOf } from '../deal/headline.ts';
import { demoAccountOf } from '../ways/demo-name.ts';
import type { Offered } from '../ways/offered.ts';
import { DEMO_ACCOUNT } from '../ways/registry.ts';
import type { Way } from '../ways/way.ts';
import { words } from '../words/words.ts';
import { DeclineButton } from './decline-form.tsx';
import { mustBeShownFirst } from './screen.ts';
import type { Doable, PageState, Shown } from './state.ts';

type BarProps = Pick<PageState, 'busy' | 'wallets'> & {
  readonly doable: Doable;
  readonly onSign: (way: Way) => void;
};

export function Bar({ doable, busy, wallets, onSign }: BarProps) {
  const { signable, isToConfirm, summary, isUndelivered, canDecline } = doable;
  if (isUndelivered || summary === undefined || (signable === undefined && !isToConfirm)) return null;
  const { bar } = words().panel;
  const way = signable && onlyWay(signable, wallets);
  const mainButton = (label: string, run: () => void) => (
    <button
      type="button"
      class="primary"
      aria-disabled={busy !== undefined}
      data-waiting={busy === undefined ? undefined : ''}
      onClick={() => busy === undefined && run()}
    >
      {label}
    </button>
  );
  const press = (pressed: Way) => {
    // What the wallet asks for, and that it can be stopped, is said there.
    if (pressed.kind !== 'demo') goTo('sign');
    onSign(pressed);
  };
  return (
    <div class="bar">
      <p class="bar-deal">{shortOf(summary)}</p>
      {canDecline && <DeclineButton />}
      {signable === undefined
        ? mainButton(bar.confirm, () => goTo('stop'))
        : mustBeShownFirst(signable)
          ? mainButton(bar.review, () => goTo('sign'))
          : way === undefined
            ? mainButton(bar.choose, () => goTo('sign'))
            : mainButton(bar.sign, () => press(way))}
    </div>
  );
}

/** Where there is no choice to make. */
function onlyWay({ match: { summary }, signer }: Shown, wallets: readonly Offered[]): Way | undefined {
  if (demoAccountOf({ ...summary, signer }) !== undefined) return DEMO_ACCOUNT;
  const here = wallets.filter(({ way, found }) => found && way.networks.includes(summary.network));
  return here.length === 1 ? here[0]?.way : undefined;
}

function goTo(id: 'sign' | 'stop'): void {
  const place = document.getElementById(id);
  place?.scrollIntoView({ block: 'start' });
  place?.focus({ preventScroll: true });
}
