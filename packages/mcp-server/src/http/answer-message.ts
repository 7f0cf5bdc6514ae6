/** The answer to one message of somebody who is known: with handlers of their own, so that nothing meets another's. */
import type { Desk, Person } from '@countersign/core';
import type { Log } from '@countersign/core/platform/log';
import { redactStrings, type SecretScanner } from '@countersign/core/secrets';
import type { Settings } from '@countersign/core/settings';
import type { AnswerHttp } from '../eras/answer-http.ts';
import { eraOf } from '../eras/first-message.ts';
import { INVALID_REQUEST, isId, isMessage, type Message, NO_REQUEST, parse } from '../eras/message.ts';
import { withSafeError } from '../eras/protocol-error.ts';
import { handlersOf } from '../handlers-of.ts';
import { createOwnEscrows } from '../own-escrows.ts';
import { protocolProblem } from './replies.ts';

const PARSE_ERROR = -32_700;
const NO_MESSAGE = 'The body is not one message of JSON-RPC 2.0. Send one message a request.';

type Parts = {
  readonly settings: Settings;
  readonly desk: Desk;
  readonly scanner: SecretScanner;
  readonly log: Log;
};

export type AnswerMessage = (request: Request, person: Person) => Promise<Response>;

export function createAnswerMessage({ settings, desk, scanner, log }: Parts): AnswerMessage {
  return async (request, person) => {
    const fields = parse(await request.text());
    if (fields === undefined) return protocolProblem(400, PARSE_ERROR, NO_MESSAGE);
    if (!isMessage(fields)) {
      return protocolProblem(400, INVALID_REQUEST, NO_REQUEST, isId(fields['id']) ? fields['id'] : null);
    }
    const own = desk.for(person);
    const openDesk = async () => own;
    const handlers = handlersOf({
      settings,
      openDesk,
      own: createOwnEscrows({ ...settings, openDesk }),
      scanner,
      log,
    });
    const answer = await load(fields, request);
    return await safely(await answer({ handlers, request, message: fields, redact: scanner.redact }), scanner.redact);
  };
}

/** A message of 2026 names its revision, in itself or (a notification) in a header. */
async function load(message: Message, { headers }: Request): Promise<AnswerHttp> {
  const isNew = eraOf(message) === '2026' || (headers.get('mcp-protocol-version') ?? '') >= '2026';
  return (isNew ? await import('../eras/http-2026.ts') : await import('../eras/http-2025.ts')).answer;
}

/** What the libraries refuse by themselves may quote what was sent. */
async function safely(response: Response, redact: (text: string) => string): Promise<Response> {
  if (response.ok || response.body === null) return response;
  const { status, headers } = response;
  const body: unknown = await response.json().catch(() => undefined);
  const safe = typeof body === 'object' && body !== null ? redactStrings(withSafeError(body, redact), redact) : {};
  const kept = new Headers(headers);
  kept.delete('content-length');
  return new Response(JSON.stringify(safe), { status, headers: kept });
}
