/** What each era's adapter receives and returns, over stdio and over HTTP. */
import type { Handlers } from '../handlers/handlers.ts';
import type { Message } from './message.ts';

/** A transport for both libraries; they set the members that begin with `on`. */
export type Transport = {
  onmessage?: (message: unknown) => void;
  onerror?: (error: Error) => void;
  onclose?: () => void;
  start(): Promise<void>;
  send(message: object): Promise<void>;
  close(): Promise<void>;
};

export type EraEvents = {
  /** The host has everything that it needs to begin. */
  readonly onInitialized: () => void;
  /** A message could not be read or answered. */
  readonly onProblem: () => void;
};

/** Loads nothing itself: an adapter is imported when the first host of its era arrives. */
export type Connect = (
  handlers: Handlers,
  transport: Transport,
  events: EraEvents,
) => Promise<{ close(): Promise<void> }>;

/** How each era answers one message over HTTP: with its own server and transport, and no kept state. */
export type EraRequest = {
  readonly handlers: Handlers;
  /** Its headers; what stood in it is `message`. */
  readonly request: Request;
  readonly message: Message;
  readonly redact: (text: string) => string;
};

export type EraOverHttp = {
  readonly answer: (eraRequest: EraRequest) => Promise<Response>;
  /** Ends open streams. Calls go on. */
  readonly close: () => Promise<void>;
};

/** Loads nothing itself: an adapter is imported when the first message of its era arrives. */
export type OpenEra = () => EraOverHttp;
