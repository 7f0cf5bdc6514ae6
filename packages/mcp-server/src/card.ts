/**
 * The card that hosts with MCP Apps show in place of a model's words (decision 101): which tools have it, and what it
 * gets with a result. The card itself is in the signing page's package, since it reads transactions with that code.
 */
import type { CallOptions } from '@countersign/core';
import type { Language } from '@countersign/core/words';
import { CARD_DATA, type CardData, pageView } from '@countersign/signing-page/card-data';
import type { AssistantDesk } from './tools/tool.ts';

export const CARD_URI = 'ui://countersign/escrow';
/** As the extension names a page that a host shows. */
export const CARD_TYPE = 'text/html;profile=mcp-app';
/** It needs nothing from the network, and draws its own frame. */
export const CARD_META = { ui: { csp: {}, prefersBorder: false } };

/** The tools whose results the card shows. */
const SHOWN: ReadonlySet<string> = new Set([
  'deploy_escrow',
  'add_trustline',
  'fund_escrow',
  'prepare_action',
  'resolve_dispute',
  'update_escrow',
  'get_transaction',
  'get_escrow',
]);

/** The tools that the card may call. A host refuses every other call from it. */
const CALLED: ReadonlySet<string> = new Set(['get_transaction', 'get_escrow', 'discard_escrow']);

/** What the list says of a tool to hosts with MCP Apps; no model reads it. */
export function cardMetaOf(tool: string) {
  return {
    ui: {
      ...(SHOWN.has(tool) ? { resourceUri: CARD_URI } : {}),
      ...(CALLED.has(tool) ? {} : { visibility: ['model'] }),
    },
  };
}

/**
 * What the card needs to read the transaction itself, as `_meta` of a result: hosts pass that to the card and not to
 * the model. Nothing where the result is not about something that this person can sign.
 */
export async function cardDataOf(
  tool: string,
  result: Readonly<Record<string, unknown>>,
  desk: AssistantDesk,
  options: CallOptions,
): Promise<Readonly<Record<string, CardData>> | undefined> {
  const { id } = result;
  if (!SHOWN.has(tool) || typeof id !== 'string') return undefined;
  const [view, { wordsOf }] = await Promise.all([desk.view(id, options), import('@countersign/core/words/all')]);
  const { stops, warnings, facts } = view.judgement;
  const textsIn = (language: Language) => {
    const words = wordsOf(language);
    return {
      stops: words.stopLines(stops),
      warnings: words.warningLines(warnings),
      facts: words.warningLines(facts),
      reasons: view.offer.reasons.map(words.reasonText),
    };
  };
  const texts = { en: textsIn('en'), es: textsIn('es') };
  return { [CARD_DATA]: { view: pageView(view, Date.now()), texts } };
}
