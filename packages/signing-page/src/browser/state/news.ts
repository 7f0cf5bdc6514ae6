import type { PageEscrow } from '@countersign/core/desk';
import type { PageView } from '../../page-view.ts';
import { words } from '../words/words.ts';
import { sentenceOf } from './life.ts';

type News = { readonly title: string; readonly body: string };

/** @returns nothing if nothing worth a notification happened */
export function newsOf(before: PageView, view: PageView): News | undefined {
  const body = bodyOf(before, view);
  return body === undefined ? undefined : { title: view.escrow?.title ?? words().afterwards.notify.title, body };
}

function bodyOf(before: PageView, view: PageView): string | undefined {
  const { status, escrow, request } = view;
  const { notify, finished } = words().afterwards;
  if (status.status !== before.status.status) return status.status === 'settled' ? status.message : notify.news;
  if (escrow === undefined || before.escrow === undefined || same(escrow) === same(before.escrow)) return undefined;
  const [turn] = escrow.turn;
  if (turn !== undefined) return sentenceOf(turn, view, turn.address === request.signer);
  return escrow.state === 'finished' ? finished : notify.news;
}

const same = ({ asOf: _, ...escrow }: PageEscrow): string => JSON.stringify(escrow);
