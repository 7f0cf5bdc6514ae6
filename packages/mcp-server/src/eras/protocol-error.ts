/** The last look at an error of the protocol: the libraries word some before anything of ours has seen the request. */
import { redactStrings } from '@countersign/core/secrets';

const INVALID_PARAMS = -32_602;
/** How zod's own list of issues begins as text: it helps nobody, and its paths hold the names of what was sent. */
const DUMP = '[\n  {';

type ErrorObject = { readonly code: number; readonly message: string; readonly data?: unknown };

/** @returns the message itself where it is no error */
export function withSafeError(message: object, redact: (text: string) => string): object {
  if (!('error' in message)) return message;
  const error = message.error as ErrorObject;
  return error.message.includes(DUMP)
    ? { ...message, error: { code: INVALID_PARAMS, message: 'The parameters are not valid.' } }
    : { ...message, error: redactStrings(error, redact) };
}

type Sending<Sent extends object, Options> = { send(message: Sent, options?: Options): Promise<void> };

/** Has every error looked at that leaves by this transport. */
export function makeErrorsSafe<Sent extends object, Options>(
  transport: Sending<Sent, Options>,
  redact: (text: string) => string,
): void {
  const send = transport.send.bind(transport);
  transport.send = (message, options) => send(withSafeError(message, redact) as Sent, options);
}
