/** Which ways to sign are offered, in which order, and their buttons. */
import { format } from '@countersign/core/text/message';
import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Button } from '../parts/controls.tsx';
import { words } from '../words/words.ts';
import type { ElsewhereProps } from './elsewhere.tsx';
import { DEMO_ACCOUNT, WALLETS } from './registry.ts';
import type { Way } from './way.ts';

/** `found`: whether it is in this browser; nothing: not known. */
export type Offered = { readonly way: Way; readonly found: boolean | undefined };

/** More than this is a list to search through, and stands below. */
const MOST_BUTTONS = 3;
/** Wallets that appear later than this are ignored, so that no button moves. */
const LONGEST_LOOK_MS = 300;

export const notLookedFor: readonly Offered[] = WALLETS.map((way) => ({ way, found: undefined }));

export function useWallets(): readonly Offered[] {
  const [wallets, setWallets] = useState(notLookedFor);
  useEffect(() => void lookForWallets().then(setWallets), []);
  return wallets;
}

export async function lookForWallets(): Promise<readonly Offered[]> {
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, LONGEST_LOOK_MS, undefined));
  return await Promise.all(
    WALLETS.map(async (way) => ({ way, found: await Promise.race([way.detect?.().catch(() => undefined), late]) })),
  );
}

export type Arranged = { readonly first: readonly Offered[]; readonly more: readonly Offered[] };

/** There are no extensions on a phone, but a wallet's own browser may be one. */
const isOnPhone = (): boolean => matchMedia('(hover: none) and (pointer: coarse)').matches;

/** @param isUsable for what is signed. @param account of the demo account that must sign, where it is one */
export function arranged(
  wallets: readonly Offered[],
  isUsable: (way: Way) => boolean,
  account: string | undefined,
): Arranged {
  const all = wallets.filter(({ way }) => isUsable(way));
  const usable = isOnPhone() ? all.filter(({ way, found }) => found || way.kind === 'popup') : all;
  const among = (found: boolean | undefined) => usable.filter((each) => each.found === found);
  const demo: readonly Offered[] = account === undefined ? [] : [{ way: DEMO_ACCOUNT, found: true }];
  const here = [...demo, ...among(true), ...among(undefined)];
  return { first: here.slice(0, MOST_BUTTONS), more: [...here.slice(MOST_BUTTONS), ...among(false)] };
}

const missingId = ({ name }: Way): string => `${name.toLowerCase()}-missing`;

type WayButtonsProps = Arranged & {
  readonly account: string | undefined;
  readonly isBusy: boolean;
  readonly onSign: (way: Way) => void;
};

/** A button for each wallet: those that are here first, all others under "More wallets". */
export function WayButtons({ first, more, account, isBusy, onSign }: WayButtonsProps) {
  const { more: title, notFound, signWith, signAsDemo } = words().panel;
  const button = ({ way, found }: Offered, isFirst = false) => (
    <Button
      key={way.name}
      class={isFirst ? 'primary' : 'secondary'}
      isBusy={isBusy}
      aria-describedby={found === false ? missingId(way) : undefined}
      onPress={() => onSign(way)}
    >
      {way.kind === 'demo' && account !== undefined
        ? format(signAsDemo, { account })
        : format(signWith, { wallet: way.name })}
    </Button>
  );
  return (
    <>
      <div class="ways">{first.map((offered, at) => button(offered, at === 0))}</div>
      {more.length > 0 && (
        <details class="more" open={first.length === 0}>
          <summary>{title}</summary>
          <div class="ways">
            {more.map((offered) => (
              <div key={offered.way.name} class="way">
                {button(offered)}
                {offered.found === false && (
                  <span class="hint" id={missingId(offered.way)}>
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

/** The fold for signing elsewhere: what is in it is loaded when it is opened, since most people sign in their wallet. */
export function OtherWays(props: ElsewhereProps) {
  const [inside, setInside] = useState<{ readonly Elsewhere?: ComponentType<ElsewhereProps> }>({});
  const [isLost, setLost] = useState(false);
  const { elsewhere, notLoaded } = words().ways;
  const load = () => {
    setLost(false);
    import('./elsewhere.tsx').then(setInside, () => setLost(true));
  };
  const { Elsewhere } = inside;
  return (
    <details
      class="elsewhere"
      onToggle={({ currentTarget }) => currentTarget.open && Elsewhere === undefined && load()}
    >
      <summary>{elsewhere.title}</summary>
      {isLost && <p role="alert">{`${notLoaded.message} ${notLoaded.remedy}`}</p>}
      {Elsewhere !== undefined && <Elsewhere {...props} />}
    </details>
  );
}
