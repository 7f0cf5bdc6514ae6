/** How each era answers one message over HTTP: with its own server and transport, and no kept state. */
import type { Handlers } from './handlers.ts';
import type { Message } from './message.ts';

export type Asked = {
  readonly handlers: Handlers;
  /** Its headers; what stood in it is `message`. */
  readonly request: Request;
  readonly message: Message;
  readonly redact: (text: string) => string;
};

export type EraOverHttp = {
  readonly answer: (asked: Asked) => Promise<Response>;
  /** Ends open streams. Calls go on. */
  readonly close: () => Promise<void>;
};

/** Loads nothing itself: an adapter is imported when the first message of its era arrives. */
export type OpenEra = () => EraOverHttp;
