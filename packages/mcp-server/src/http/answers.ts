/** Answers one message of an authenticated person, with their own handlers, so nothing is shared with others. */
import { type Desk, isLocal, type Person } from '@countersign/core';
import type { Metrics } from '@countersign/core/metrics';
import type { Log } from '@countersign/core/platform/log';
import { redactStrings, type SecretScanner } from '@countersign/core/secrets';
import type { Settings } from '@countersign/core/settings';
import type { EraOverHttp } from '../eras/answer-http.ts';
import { type Era, eraOf } from '../eras/first-message.ts';
import { INVALID_REQUEST, isId, isMessage, type Message, NO_REQUEST, parse } from '../eras/message.ts';
import { withSafeError } from '../eras/protocol-error.ts';
import { handlersOf } from '../handlers-of.ts';
import { createOwnEscrows } from '../own-escrows.ts';
import { createFairDesks } from './fair-desk.ts';
import { protocolProblem } from './replies.ts';

const PARSE_ERROR = -32_700;
const NO_MESSAGE = 'The body is not one message of JSON-RPC 2.0. Send one message a request.';

type Parts = {
  readonly settings: Settings;
  readonly desk: Desk;
  readonly scanner: SecretScanner;
  readonly log: Log;
  readonly metrics?: Pick<Metrics, 'toolCall'> | undefined;
};

export type Answers = {
  readonly answer: (request: Request, person: Person) => Promise<Response>;
  /** Ends open streams. Calls go on. */
  readonly close: () => Promise<void>;
};

export function createAnswers({ settings, desk, scanner, log, metrics }: Parts): Answers {
  const fair = createFairDesks(desk, log);
  const eras = new Map<Era, Promise<EraOverHttp>>();
  const open = (era: Era): Promise<EraOverHttp> => {
    const opening = eras.get(era) ?? load(era).then(({ openEra }) => openEra());
    eras.set(era, opening);
    return opening;
  };
  const answer: Answers['answer'] = async (request, person) => {
    const message = parse(await request.text());
    if (message === undefined) return protocolProblem(400, PARSE_ERROR, NO_MESSAGE);
    if (!isMessage(message)) {
      return protocolProblem(400, INVALID_REQUEST, NO_REQUEST, isId(message['id']) ? message['id'] : null);
    }
    const own = isLocal(person) ? desk.for(person) : fair(person);
    const openDesk = async () => own;
    const handlers = handlersOf({
      settings,
      openDesk,
      own: createOwnEscrows({ ...settings, openDesk }),
      scanner,
      log,
      metrics,
    });
    const { redact } = scanner;
    const era = await open(eraOver(message, request));
    return await safely(await era.answer({ handlers, request, message, redact }), redact);
  };
  return {
    answer,
    close: async () => {
      for (const era of eras.values()) await (await era).close();
    },
  };
}

const load = (era: Era) => (era === '2026' ? import('../eras/http-2026.ts') : import('../eras/http-2025.ts'));

/** A message of 2026 names its revision in itself or, if it is a notification, in a header. */
function eraOver(message: Message, { headers }: Request): Era {
  return (headers.get('mcp-protocol-version') ?? '') >= '2026' ? '2026' : eraOf(message);
}

/** The libraries' own refusals may quote what was sent. */
async function safely(response: Response, redact: (text: string) => string): Promise<Response> {
  if (response.ok || response.body === null) return response;
  const { status, headers } = response;
  const body: unknown = await response.json().catch(() => undefined);
  const safe = typeof body === 'object' && body !== null ? redactStrings(withSafeError(body, redact), redact) : {};
  const kept = new Headers(headers);
  kept.delete('content-length');
  return new Response(JSON.stringify(safe), { status, headers: kept });
}
