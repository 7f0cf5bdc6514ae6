/** How each era answers one message that came over HTTP: a server and a transport of its own, and nothing kept. */
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
  /** Ends what would never end by itself. Calls go on. */
  readonly close: () => Promise<void>;
};

/** Loads nothing by itself: an adapter is imported when a message of its era has come. */
export type OpenEra = () => EraOverHttp;
