/** A button for each wallet: those that are here first, all others under "More wallets". */
import { words } from '../words/words.ts';
import type { Arranged, Offered } from './offered.ts';
import type { Way } from './way.ts';

type WayButtonsProps = Arranged & {
  /** Name of the demo account that must sign, where it is one. */
  readonly account: string | undefined;
  readonly isBusy: boolean;
  readonly onSign: (way: Way) => void;
};

export function WayButtons({ first, more, account, isBusy, onSign }: WayButtonsProps) {
  const { more: title, notFound, signWith, signAsDemo } = words().panel;
  /** Buttons keep the focus while something runs, so they are not disabled but do nothing. */
  const button = ({ way, found }: Offered, isFirst = false) => (
    <button
      key={way.id}
      type="button"
      class={isFirst ? 'primary' : 'secondary'}
      aria-disabled={isBusy}
      aria-describedby={found === false ? `${way.id}-missing` : undefined}
      data-waiting={isBusy ? '' : undefined}
      onClick={() => !isBusy && onSign(way)}
    >
      {way.kind === 'demo' && account !== undefined ? signAsDemo(account) : signWith(way.name)}
    </button>
  );
  return (
    <>
      <div class="ways">{first.map((offered, at) => button(offered, at === 0))}</div>
      {more.length > 0 && (
        <details class="more" open={first.length === 0}>
          <summary>{title}</summary>
          <div class="ways">
            {more.map((offered) => (
              <div key={offered.way.id} class="way">
                {button(offered)}
                {offered.found === false && (
                  <span class="hint" id={`${offered.way.id}-missing`}>
                    {notFound}
                  </span>
                )}
              </div>
            ))}
          </div>
        </details>
      )}
    </>
  );
}
