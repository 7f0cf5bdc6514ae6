/**
 * Opens a signing page for somebody who has only a link that shows nothing of it: first the wallet that is asked to
 * sign the transaction signs a text. Nothing is stored: the text's code is made with the store's secret, and says until
 * when it counts. Decision 102.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { CountersignError } from '../../errors/errors.ts';
import { hasSignedMessage } from '../../signatures/index.ts';
import { deskWordsOf } from '../../words/all.ts';
import { LANGUAGES, type Language } from '../../words/language.ts';
import type { DeskContext } from '../context.ts';
import { hasPage } from '../model/page-actions.ts';
import type { PageProof } from '../model/wallet-proof-views.ts';

type PageProofContext = Pick<DeskContext, 'store' | 'network' | 'now' | 'signUrl'>;

const VALID_MS = 15 * 60_000;

/** @param id of a request. @throws CountersignError HANDLE_NOT_FOUND */
export async function pageProof(context: PageProofContext, id: string, language: Language): Promise<PageProof> {
  const { network, now } = context;
  const { prepared, host } = await find(context, id);
  const endsAt = now() + VALID_MS;
  const code = await codeFor(context, id, endsAt, language);
  const address = prepared.request.signer;
  return {
    address,
    text: deskWordsOf(language).pageProofText({ address, host, code }),
    code,
    network: network.name,
    networkPassphrase: network.passphrase,
    endsAt,
  };
}

/**
 * @param proof `code` of the text, and the wallet's `signature` over it: 64 bytes in base64 or hex
 * @returns the id of the page, which is the right to sign there
 * @throws CountersignError HANDLE_NOT_FOUND, PROOF_CLOSED where the code is over or not ours, PROOF_NOT_SIGNED
 */
export async function openPage(
  context: PageProofContext,
  id: string,
  { code, signature }: { readonly code: string; readonly signature: string },
): Promise<{ readonly page: string }> {
  const { prepared, host } = await find(context, id);
  const [time = '', spoken = ''] = code.split('-');
  const language = LANGUAGES.find((each) => each === spoken) ?? 'en';
  const endsAt = Number.parseInt(time, 36);
  const words = deskWordsOf(language);
  const isOurs = Number.isSafeInteger(endsAt) && isEqual(code, await codeFor(context, id, endsAt, language));
  if (!isOurs || endsAt < context.now()) {
    throw new CountersignError('PROOF_CLOSED', { ...words.PAGE_PROOF_OVER, language });
  }
  const address = prepared.request.signer;
  if (!hasSignedMessage(address, words.pageProofText({ address, host, code }), signature)) {
    throw new CountersignError('PROOF_NOT_SIGNED');
  }
  return { page: prepared.pageId };
}

export async function hasPageProof({ store }: Pick<PageProofContext, 'store'>, id: string): Promise<boolean> {
  return (await store.find(id)) !== undefined;
}

async function find({ store, signUrl }: PageProofContext, id: string) {
  const prepared = await store.find(id);
  if (prepared === undefined || signUrl === undefined || !hasPage(prepared.action)) {
    throw new CountersignError('HANDLE_NOT_FOUND');
  }
  return { prepared, host: new URL(signUrl(prepared.pageId)).host };
}

async function codeFor(context: PageProofContext, id: string, endsAt: number, language: Language): Promise<string> {
  const prefix = `${endsAt.toString(36)}-${language}`;
  return await withCode(context, prefix, `page ${id} ${prefix}`);
}

/** The prefix, with a code over the content that only the store's secret can make. */
export async function withCode(
  { store }: Pick<DeskContext, 'store'>,
  prefix: string,
  content: string,
): Promise<string> {
  const mac = createHmac('sha256', Buffer.from(await store.secret(), 'hex'))
    .update(content)
    .digest('hex');
  return `${prefix}-${mac.slice(0, 32)}`;
}

/** Takes as long for any two texts of a length. */
export function isEqual(one: string, other: string): boolean {
  const [presented, made] = [Buffer.from(one), Buffer.from(other)];
  return presented.length === made.length && timingSafeEqual(presented, made);
}
