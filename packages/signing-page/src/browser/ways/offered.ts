/** Which ways to sign are buttons, and in which order. */
import type { NetworkName } from '@countersign/core/network';
import { DEMO_ACCOUNT, WALLETS } from './registry.ts';
import type { Way } from './way.ts';

/** `found`: whether it is in this browser; nothing: not known. */
export type Offered = { readonly way: Way; readonly found: boolean | undefined };

/** More than this is a list to search through, and stands below. */
const MOST_BUTTONS = 3;
/** Wallets that appear later than this are ignored, so that no button moves. */
const LONGEST_LOOK_MS = 300;

export const notLookedFor: readonly Offered[] = WALLETS.map((way) => ({ way, found: undefined }));

export async function lookForWallets(): Promise<readonly Offered[]> {
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, LONGEST_LOOK_MS, undefined));
  return await Promise.all(
    WALLETS.map(async (way) => ({ way, found: await Promise.race([way.detect().catch(() => undefined), late]) })),
  );
}

export type Arranged = { readonly first: readonly Offered[]; readonly more: readonly Offered[] };

/** @param account of the demo account that must sign, where it is one */
export function arranged(wallets: readonly Offered[], network: NetworkName, account: string | undefined): Arranged {
  return inOrder(
    wallets.filter(({ way }) => way.networks.includes(network)),
    account,
  );
}

/** Those that can sign a text. */
export function arrangedForTexts(wallets: readonly Offered[], account: string | undefined): Arranged {
  return inOrder(
    wallets.filter(({ way }) => way.loadMessage !== undefined),
    account,
  );
}

function inOrder(usable: readonly Offered[], account: string | undefined): Arranged {
  const among = (found: boolean | undefined) => usable.filter((each) => each.found === found);
  const demo: readonly Offered[] = account === undefined ? [] : [{ way: DEMO_ACCOUNT, found: true }];
  const here = [...demo, ...among(true), ...among(undefined)];
  return { first: here.slice(0, MOST_BUTTONS), more: [...here.slice(MOST_BUTTONS), ...among(false)] };
}
