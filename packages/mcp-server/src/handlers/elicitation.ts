/**
 * A tool call of a host that can ask its person: a form for what a deploy lacks, then the page on which to sign. The
 * tools know nothing of it, and the calls of a host that declared nothing never get here. Decision 102.
 */
import type { ActionName, CallOptions } from '@countersign/core';
import { STEP_NAMES } from '@countersign/core/escrow';
import type { TransactionStatus } from '@countersign/core/results';
import type { Fields } from '@countersign/core/text/fields';
import { statusView } from '../tools/outcomes.ts';
import { type AssistantDesk, LEAD_TO_PAGE, type Tool } from '../tools/tool.ts';
import { completeDeploy, type FormCall } from './deploy-form.ts';
import { isUndecided } from './tasks.ts';

/** How long a call waits for the person. */
export const PATIENCE_MS = 45_000;
/** Hosts give up on a call at 60 s. */
const LONGEST_CALL_MS = 55_000;

export type AskingCall = FormCall & {
  readonly tool: Tool;
  readonly options: CallOptions & { readonly begun: number };
  /** Of the signing page, where other machines reach it. */
  readonly publicUrl: string | undefined;
  readonly patienceMs: number;
};

/** @throws InputRequired where the protocol asks by a retry of the call; and what the tool throws */
export async function runAsking(call: AskingCall): Promise<Fields> {
  const { tool, desk, options, person } = call;
  const { id: earlier } = person.kept;
  const { input, typed } =
    tool.name === 'deploy_escrow' ? await completeDeploy(call, timeLeft(call)) : { input: call.input, typed: {} };
  const source = typeof earlier === 'string' ? preparedEarlier(desk, earlier) : desk;
  // The time that a person took for the form is not the desk's.
  const begun = Object.keys(typed).length === 0 ? options.begun : performance.now();
  const result: Fields = await tool.run(source, input, { ...options, begun });
  const page = await pageToOpen(call, result);
  return page === undefined ? result : { ...result, ...(await leadToPage(call, page, typed)) };
}

const timeLeft = ({ patienceMs, options: { begun } }: AskingCall): number =>
  Math.max(Math.min(patienceMs, begun + LONGEST_CALL_MS - performance.now()), 0);

/** Nothing is prepared again when a call is repeated: by then the person may have signed. */
function preparedEarlier(desk: AssistantDesk, id: string): AssistantDesk {
  const again = async (actions: readonly ActionName[], request: unknown, options: CallOptions = {}) =>
    (await desk.prepared(id, actions, { ...options, alsoScanned: { ...options.alsoScanned, request } })) as never;
  return {
    ...desk,
    prepare: (action, request, options) => again([action], request, options),
    prepareStep: (steps, request, options) => again(steps, request, options),
    renew: (request, options) => again(['deploy', 'fund', 'trust', ...STEP_NAMES], request, options),
  };
}

type Page = { readonly id: string; readonly url: string; readonly next: string; readonly message: string };

/** None for somebody who cannot open it and takes the transaction instead. */
async function pageToOpen(call: AskingCall, { id, status, signUrl, next }: Fields): Promise<Page | undefined> {
  const { tool, input, person, publicUrl } = call;
  const isOffered = person.modes.has('url') && LEAD_TO_PAGE.includes(tool.name);
  if (!isOffered || typeof id !== 'string' || typeof signUrl !== 'string') return undefined;
  if (input['includeXdr'] === true) return undefined;
  const message = status === 'to-confirm' ? TO_CONFIRM : TO_SIGN;
  if (publicUrl === undefined) return { id, url: signUrl, next: String(next), message };
  // Anyone with signUrl may sign there, and the protocol forbids such an address in a question.
  const { openingAddress } = await import('@countersign/signing-page');
  return { id, url: openingAddress(publicUrl, id), next: String(next), message: `${message} ${WALLET_FIRST}` };
}

/** @returns what replaces fields of the result: another `next`, and the outcome if there is one by now */
async function leadToPage(call: AskingCall, { id, url, next, message }: Page, typed: Fields): Promise<Fields> {
  const { desk, person, options } = call;
  const ending = new AbortController();
  const signal = options.signal === undefined ? ending.signal : AbortSignal.any([options.signal, ending.signal]);
  const answer = person.ask('page', { mode: 'url', message, url }, { typed, id }, signal);
  const watched = outcomeWithin(desk, id, timeLeft(call), { ...options, signal }).catch((thrown) => {
    if (options.signal?.aborted) throw thrown;
    // It is prepared all the same, and get_escrow asks again.
    return undefined;
  });
  try {
    const first = await Promise.race([
      answer.then((answer) => ({ answer: answer.action })),
      watched.then((status) => ({ status })),
    ]);
    if ('answer' in first && first.answer !== 'accept') return AFTER[first.answer](next);
    const status = 'status' in first ? first.status : await watched;
    if (status === undefined) return {};
    if (!isOpen(status)) return { status: status.status, outcome: statusView(status), next: CHANGED };
    return { next: `${'status' in first ? UNANSWERED : OPENED} ${next}` };
  } finally {
    ending.abort();
    watched.catch(() => {});
  }
}

const isOpen = ({ status }: TransactionStatus): boolean => status === 'prepared' || status === 'to-confirm';

/** @returns the state once it is decided, or when the time is over. One call of the desk waits for a part of it. */
async function outcomeWithin(
  desk: AssistantDesk,
  id: string,
  milliseconds: number,
  { begun: _, onProgress, ...options }: CallOptions,
): Promise<TransactionStatus> {
  const started = performance.now();
  for (;;) {
    const passed = performance.now() - started;
    const tell = onProgress && ((done: number) => onProgress(Math.round(passed + done), milliseconds));
    const waitSeconds = Math.max(milliseconds - passed, 0) / 1_000;
    const status = await desk.lookUp({ id, waitSeconds }, { ...options, ...(tell && { onProgress: tell }) });
    if (!isUndecided(status) || performance.now() - started >= milliseconds) return status;
  }
}

/** What the person reads in their host. Opening the page is all that they agree to. */
const TO_SIGN =
  'A transaction is prepared. Open its page to read it, and to sign it there in your own wallet if it is what you want. Opening the page signs nothing.';
const TO_CONFIRM =
  'A transaction is prepared, and something about it needs your own decision. Open its page to read what that is. Opening the page confirms and signs nothing.';

const WALLET_FIRST = 'There your wallet first signs a short text, so that nobody else with the link sees anything.';

const CHANGED = 'It changed while this call waited: outcome says what became of it, who reports that, and what to do.';
const OPENED = 'The person agreed to open the page, and has not signed yet.';
const UNANSWERED = 'The person was asked to open the page, and has not answered yet.';
/** An unattended host may answer automatically, so the words do not name who declined. */
const AFTER = {
  decline: () => ({
    next: 'Opening the page was declined. It stays prepared as it is, and nothing was signed. Show the person the summary and what the judgement says, and ask what they want: signUrl still works, a corrected request replaces it, and prepare_step with step discard ends it.',
  }),
  cancel: (next: string) => ({
    next: `The question whether to open the page was closed without an answer. It stays prepared as it is, and nothing was signed. ${next}`,
  }),
  failed: () => ({}),
};
