/** Makes protocol errors safe on their way out: the libraries send some before our code has seen the request. */
import { redactStrings } from '@countersign/core/secrets';

const INVALID_PARAMS = -32_602;
/** How zod's list of issues begins as text: it helps nobody, and its paths repeat names that were sent. */
const DUMP = '[\n  {';

type ErrorObject = { readonly code: number; readonly message: string; readonly data?: unknown };

/** @returns the message itself if it is not an error */
export function withSafeError(message: object, redact: (text: string) => string): object {
  if (!('error' in message)) return message;
  const error = message.error as ErrorObject;
  return error.message.includes(DUMP)
    ? { ...message, error: { code: INVALID_PARAMS, message: 'The parameters are not valid.' } }
    : { ...message, error: redactStrings(error, redact) };
}

type Sending<Sent extends object, Options> = { send(message: Sent, options?: Options): Promise<void> };

/** Passes every error that leaves by this transport through `withSafeError`. */
export function makeErrorsSafe<Sent extends object, Options>(
  transport: Sending<Sent, Options>,
  redact: (text: string) => string,
): void {
  const send = transport.send.bind(transport);
  transport.send = (message, options) => send(withSafeError(message, redact) as Sent, options);
}
