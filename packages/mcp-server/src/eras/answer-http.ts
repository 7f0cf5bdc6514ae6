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

/** Loads nothing by itself: an adapter is imported when a message of its era has come. */
export type AnswerHttp = (asked: Asked) => Promise<Response>;
