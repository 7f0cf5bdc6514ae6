/**
 * The card that hosts with MCP Apps show in place of a model's words (decision 101): which tools have it, and what it
 * gets with a result. The card itself is in the signing page's package, since it reads transactions with that code.
 */
import type { CallOptions } from '@countersign/core';
import { type Fields, isObject } from '@countersign/core/text/fields';
import type { Language } from '@countersign/core/words';
import { CARD_DATA, type CardData, pageView } from '@countersign/signing-page/card-data';
import { type AssistantDesk, LEAD_TO_PAGE } from './tool.ts';

export const CARD_URI = 'ui://countersign/escrow';
/** As the extension names a page that a host shows. */
export const CARD_TYPE = 'text/html;profile=mcp-app';
/** It needs nothing from the network, and draws its own frame. */
export const CARD_META = { ui: { csp: {}, prefersBorder: false } };

/** The tools whose results the card shows. */
const SHOWN: ReadonlySet<string> = new Set([...LEAD_TO_PAGE, 'get_escrow']);

/** The tools that the card may call. A host refuses every other call from it. */
const CALLED: ReadonlySet<string> = new Set(['get_escrow', 'prepare_step']);

/** What the list says of a tool to hosts with MCP Apps; no model reads it. */
export function cardMetaOf(tool: string) {
  return {
    ui: {
      ...(SHOWN.has(tool) ? { resourceUri: CARD_URI } : {}),
      ...(CALLED.has(tool) ? {} : { visibility: ['model'] }),
    },
  };
}

type CardMeta = { readonly [CARD_DATA]: CardData };

/**
 * What the card draws, as `_meta` of a result: hosts pass that to the card and not to the model. The result again, so
 * that the card can compare what arrived with it, and the transaction where this person can sign it.
 * @param onTrouble called where the transaction could not be added; then the card shows no terms of it
 */
export async function cardDataOf(
  tool: string,
  result: Fields,
  desk: AssistantDesk,
  options: CallOptions,
  onTrouble: (thrown: unknown) => void,
): Promise<CardMeta | undefined> {
  if (!SHOWN.has(tool)) return undefined;
  // The next transaction that ends an escrow together is a part of that result.
  const { id } = isObject(result['prepared']) ? result['prepared'] : result;
  const prepared = typeof id !== 'string' ? {} : await preparedFor(id, desk, options).catch(onTrouble);
  return { [CARD_DATA]: { result, ...prepared } };
}

/** @param text of an error, as `errorText` makes it */
export function cardErrorOf(tool: string, text: string): CardMeta | undefined {
  return SHOWN.has(tool) ? { [CARD_DATA]: { result: JSON.parse(text) } } : undefined;
}

async function preparedFor(id: string, desk: AssistantDesk, options: CallOptions) {
  const [view, { wordsOf }] = await Promise.all([desk.view(id, options), import('@countersign/core/words/all')]);
  const { stops: blockers, warnings, facts } = view.judgement;
  const { plan } = view.status;
  const textsIn = (language: Language) => {
    const words = wordsOf(language);
    return {
      stops: words.stopLines(blockers),
      warnings: words.warningLines(warnings),
      facts: words.warningLines(facts),
      reasons: view.offer.reasons.map(words.reasonText),
      ...(plan === undefined ? {} : { plan: words.severalText(plan) }),
    };
  };
  return { view: pageView(view, Date.now()), texts: { en: textsIn('en'), es: textsIn('es') } };
}
