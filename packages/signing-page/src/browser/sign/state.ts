/** What is on screen, where it stands and what went wrong: everything that the page is drawn from. */
import type { CountersignError } from '@countersign/core/errors';
import type { PageView } from '../../page-view.ts';
import { createStore } from '../parts/store.ts';
import type { Offered } from '../ways/offered.ts';
import type { Undelivered } from './delivery.ts';
import { type Choice, unnamed } from './name-form.tsx';
import type { Match } from './read-view.ts';
import { isOpen, type Screen, type Standing, standingOf } from './screen.ts';
import { nextSigner } from './signers.tsx';
import { type AnySummary, isEscrow } from './summaries.ts';

/** Where a person acts, and where what went wrong is said. */
export type Place = 'panel' | 'stop' | 'decline' | 'names' | 'page';

export type Busy = { readonly text: string; readonly canStop: boolean };

/** What asks what became of a transaction, and what came of asking. */
export type Question = 'askAgain' | 'declareFailed';

/** A file of this transaction has left, to be signed elsewhere by then. */
export type Taken = { readonly hash: string; readonly until: number };

export type PageState = {
  readonly screen: Screen | undefined;
  readonly undelivered: Undelivered | undefined;
  readonly survivesReload: boolean;
  /** Whether the page's server did not answer when it was last asked. */
  readonly isAway: boolean;
  readonly problem: { readonly error: CountersignError; readonly place: Place | undefined } | undefined;
  /** What is being done for the person. */
  readonly busy: Busy | undefined;
  /** What was done, where it stands what else is being done. */
  readonly note: string | undefined;
  readonly wallets: readonly Offered[];
  readonly taken: Taken | undefined;
  /** Of an account with several signers: who signs in this browser, as the person chose. */
  readonly chosen: string | undefined;
  readonly asked: Readonly<Partial<Record<Question, 'asking' | 'unchanged'>>>;
  /** Why there is nothing to show. */
  readonly ended: { readonly error: CountersignError; readonly isLost: boolean } | undefined;
};

export const createPageState = (wallets: readonly Offered[]) =>
  createStore<PageState>({
    screen: undefined,
    undelivered: undefined,
    survivesReload: true,
    isAway: false,
    problem: undefined,
    busy: undefined,
    note: undefined,
    wallets,
    taken: undefined,
    chosen: undefined,
    asked: {},
    ended: undefined,
  });
export type PageStore = ReturnType<typeof createPageState>;

/** A problem goes when it changes. */
export type Kind = Standing | 'unsent' | 'undelivered';

export function kindOf({ screen, undelivered }: PageState): Kind | undefined {
  if (undelivered !== undefined) return 'undelivered';
  if (screen === undefined) return undefined;
  const standing = standingOf(screen);
  return ['prepared', 'expired', 'over'].includes(standing) ? 'unsent' : standing;
}

export type Shown = Screen & {
  readonly match: Match;
  /** Whose signature is wanted next. */
  readonly signer: string;
};

export const signerOf = ({ signers }: PageView, { summary }: Match, chosen: string | undefined): string =>
  (signers && nextSigner(signers, chosen)) ?? summary.signer;

/** What can be done with a screen. */
export type Doable = {
  readonly summary: AnySummary | undefined;
  /** What may be signed or prepared again, delivered or not. */
  readonly signable: Shown | undefined;
  readonly isToConfirm: boolean;
  readonly toName: readonly Choice[];
  /** Nothing of it is shown, nor forgotten, while a signature is on its way. */
  readonly isUndelivered: boolean;
  readonly canDecline: boolean;
};

type DoableOf = Pick<PageState, 'undelivered' | 'chosen'> & { readonly screen: Screen };

export function doable({ screen, undelivered, chosen }: DoableOf): Doable {
  const { view, reading } = screen;
  const summary = reading.kind === 'mismatch' ? undefined : reading.summary;
  const isUndelivered = undelivered !== undefined;
  const isToConfirm = standingOf(screen) === 'to-confirm' && summary !== undefined;
  return {
    summary,
    signable:
      reading.kind === 'match' && isOpen(view)
        ? { ...screen, match: reading, signer: signerOf(view, reading, chosen) }
        : undefined,
    isToConfirm,
    toName: view.canName && summary !== undefined && isEscrow(summary) ? unnamed(summary, view.names ?? []) : [],
    isUndelivered,
    canDecline: !isUndelivered && (isToConfirm || isOpen(view)),
  };
}

/** Beside what the person did, where that is still there. */
export function placeOfProblem({ problem, screen, undelivered, chosen }: PageState): Place {
  if (screen === undefined) return 'page';
  const { signable, isToConfirm, toName, canDecline, isUndelivered } = doable({ screen, undelivered, chosen });
  const there: readonly (readonly [Place, boolean])[] = [
    ['panel', signable !== undefined && !isUndelivered],
    ['stop', isToConfirm && !isUndelivered],
    ['decline', canDecline],
    ['names', toName.length > 0],
  ];
  const places = there.filter(([, isThere]) => isThere).map(([place]) => place);
  return places.find((place) => place === problem?.place) ?? places[0] ?? 'page';
}
