/** Everything that the page is drawn from: the transaction, its state and what went wrong. */
import type { Summary } from '@countersign/core/actions';
import type { CountersignError } from '@countersign/core/errors';
import { SANDBOX_ACCOUNTS } from '@countersign/core/network';
import type { NamedAddress } from '@countersign/core/words';
import type { PageView } from '../../page-view.ts';
import type { Match } from '../transaction/read-view.ts';
import { isEscrow } from '../transaction/summaries.ts';
import type { Offered } from '../ways/offered.tsx';
import { core } from '../words/words.ts';
import type { Undelivered } from './delivery.ts';
import { isOpen, type Screen, standingOf } from './screen.ts';
import type { ScreenStatus } from './state-text.ts';

export type FocusPlace = 'panel' | 'stop' | 'decline' | 'names' | 'page';

export type Busy = { readonly text: string; readonly canStop: boolean };

export type Question = 'askAgain' | 'declareFailed';

export type PageState = {
  readonly screen?: Screen | undefined;
  readonly undelivered?: Undelivered | undefined;
  readonly survivesReload: boolean;
  /** Whether the page's server did not answer when it was last asked. */
  readonly isAway: boolean;
  readonly problem?: { readonly error: CountersignError; readonly place: FocusPlace | undefined } | undefined;
  readonly busy?: Busy | undefined;
  /** What was done, shown where progress is shown. */
  readonly note?: string | undefined;
  readonly wallets: readonly Offered[];
  /** This transaction was taken elsewhere, to be signed there before `until`. */
  readonly taken?: { readonly hash: string; readonly until: number } | undefined;
  readonly chosen?: string | undefined;
  readonly asked: Readonly<Partial<Record<Question, 'asking' | 'unchanged'>>>;
  /** Why there is nothing to show. */
  readonly ended?: { readonly error: CountersignError; readonly isLost: boolean } | undefined;
};

/** When it changes, the problem is cleared. */
export type Kind = ScreenStatus | 'unsent' | 'undelivered';

export function kindOf({ screen, undelivered }: PageState): Kind | undefined {
  if (undelivered !== undefined) return 'undelivered';
  if (screen === undefined) return undefined;
  const screenStatus = standingOf(screen);
  return ['prepared', 'expired', 'over'].includes(screenStatus) ? 'unsent' : screenStatus;
}

export type ShownScreen = Screen & {
  readonly match: Match;
  /** Whose signature is wanted next. */
  readonly signer: string;
};

/** Who signs next in this browser: of several signers the one whom the person chose, or the first who is missing. */
export function signerOf({ signers }: PageView, { summary }: Match, chosen: string | undefined): string {
  const missing = (signers?.signers ?? []).filter(({ signed }) => !signed).map(({ address }) => address);
  return missing.find((address) => address === chosen) ?? missing[0] ?? summary.signer;
}

export type Choice = readonly [address: string, label: string];

export type Doable = ReturnType<typeof availableActions>;

/** Someone who signed in with another wallet reads the terms; with the signer’s wallet, or signed out, they can sign. */
const isOthers = ({ wallets, canDecline }: PageView): boolean => wallets !== undefined && canDecline !== true;

export function availableActions({ screen, undelivered, chosen }: PageState) {
  /** A signature is on its way: the transaction is then neither shown nor forgotten. */
  const isUndelivered = undelivered !== undefined;
  if (screen === undefined)
    return { signable: undefined, isToConfirm: false, toName: [], isUndelivered, canDecline: false };
  const { view, reading } = screen;
  const summary = reading.kind === 'mismatch' ? undefined : reading.summary;
  const { stops: blockers } = view.judgement;
  // What the ledger refused is confirmed before it is prepared again.
  const isWithheld = reading.kind === 'withheld' && (isOpen(view) || view.status.status === 'to-confirm');
  const isToConfirm = !isOthers(view) && isWithheld && blockers.length > 0 && summary !== undefined;
  /** What may be signed or prepared again, delivered or not. */
  const signable: ShownScreen | undefined =
    !isOthers(view) && reading.kind === 'match' && isOpen(view)
      ? { ...screen, match: reading, signer: signerOf(view, reading, chosen) }
      : undefined;
  return {
    signable,
    isToConfirm,
    toName: view.canName && summary !== undefined && isEscrow(summary) ? unnamed(summary, view.names ?? []) : [],
    isUndelivered,
    canDecline: !isUndelivered && view.canDecline === true && (isToConfirm || isOpen(view)),
  };
}

function unnamed({ network, roles }: Summary, names: readonly NamedAddress[]): Choice[] {
  const known = [...names, ...(network === 'sandbox' ? SANDBOX_ACCOUNTS : [])].map(({ address }) => address);
  const parties = core.labelledRoles(roles).map(({ label, address }) => [address, `${label}: ${address}`] as const);
  return [...new Map(parties)].filter(([address]) => !known.includes(address));
}

/** Beside the control that the person used, if it is still there. */
export function placeOfProblem(state: PageState): FocusPlace {
  const { signable, isToConfirm, toName, canDecline, isUndelivered } = availableActions(state);
  const there: readonly (readonly [FocusPlace, boolean])[] = [
    ['panel', signable !== undefined && !isUndelivered],
    ['stop', isToConfirm && !isUndelivered],
    ['decline', canDecline],
    ['names', toName.length > 0],
  ];
  const places = there.filter(([, isThere]) => isThere).map(([place]) => place);
  return places.find((place) => place === state.problem?.place) ?? places[0] ?? 'page';
}

export type PageStore = ReturnType<typeof createPageState>;

/** The state on screen, set in one place and passed to its subscriber. */
export function createPageState(wallets: readonly Offered[]) {
  let state: PageState = { survivesReload: true, isAway: false, wallets, asked: {} };
  let held = 0;
  let tell: (state: PageState) => void = () => {};
  return {
    get: (): PageState => state,
    set: (changes: Partial<PageState>): void => {
      state = { ...state, ...changes };
      if (held === 0) tell(state);
    },
    /** What is set meanwhile is drawn once, at the end. */
    hold: (run: () => void): void => {
      held += 1;
      try {
        run();
      } finally {
        held -= 1;
        if (held === 0) tell(state);
      }
    },
    subscribe: (listener: typeof tell): void => {
      tell = listener;
    },
  };
}
