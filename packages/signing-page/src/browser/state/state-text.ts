/** A state on the pages: core's name and sentence of it, what its reader can do here, and its amounts. */
import type { PageEscrow } from '@countersign/core/desk';
import { cleanParagraph } from '@countersign/core/text';
import { format } from '@countersign/core/text/message';
import { shownState } from '@countersign/core/words';
import type { PageView } from '../../page-view.ts';
import { amountText } from '../parts/texts.ts';
import type { AnySummary } from '../transaction/summaries.ts';
import { core, language, type PageWords, words } from '../words/words.ts';

/** The state for the signer. `over`: it expired and was not submitted from here. */
export type ScreenStatus = PageView['status']['status'] | 'over';

/** States without an outcome, so without a source to name. */
export const OPEN: readonly ScreenStatus[] = ['prepared', 'over', 'expired', 'to-confirm'];

export const requestText = (status: ScreenStatus): string => core.STATE_WORDS[status === 'over' ? 'expired' : status];

/** The heading, where the headline of what is signed is not. */
export function titleOf(action: PageView['action'], status: ScreenStatus): string {
  const { titles } = words().status;
  if (status === 'settled') return core.actions[action].settled;
  if (status === 'to-confirm') return titles['to-confirm'];
  return OPEN.includes(status) ? titles.open : requestText(status);
}

/** Core's sentence about the state, what it means for this action, and what can be done on this page. */
export function leadOf({ action, status }: Pick<PageView, 'action' | 'status'>, shown: ScreenStatus): string {
  const { over, then } = words().status;
  const goesOn = shown === 'settled' && (action === 'deploy' || status.plan?.next !== undefined);
  const key = status.displacedBy?.earlierVersion ? 'earlierVersion' : (THEN[shown] ?? shown);
  return [
    shown === 'over' ? over : cleanParagraph(status.message),
    core.meansText(action, shown),
    goesOn || !(key in then) ? '' : then[key as keyof typeof then],
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');
}

/** What can be done in these states; for others it has the state's own name, if there is anything. */
const THEN: Readonly<Partial<Record<ScreenStatus, keyof PageWords['status']['then']>>> = {
  over: 'again',
  expired: 'again',
  displaced: 'refused',
  rejected: 'refused',
};

export const unitOf = ({ token }: Pick<AnySummary, 'token'>): string => token.code ?? words().deal.tokens;

/** An amount of the escrow's token as people read it; any other text as it is. */
export function amountIn(text: string, { token }: Pick<AnySummary, 'token'>): string {
  const [amount = '', unit = '', ...rest] = text.split(' ');
  return rest.length === 0 && unit === token.code ? amountText(amount, unit) : text;
}

type OnReceipt = Pick<PageEscrow, 'state' | 'turn' | 'held' | 'asOf'>;

export function receiptText({ state, turn, held, asOf }: OnReceipt, unit: string): string {
  const { receipt } = words().afterwards;
  const time = new Intl.DateTimeFormat(language(), { dateStyle: 'long', timeStyle: 'long' }).format(asOf);
  const holds = held === undefined ? [] : [format(receipt.holds, { amount: amountText(held, unit) })];
  return [core.LIFE_WORDS[shownState(state, turn)], ...holds, format(receipt.asOf, { time })].join(', ');
}
