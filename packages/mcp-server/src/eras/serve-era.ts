/** What each era's adapter receives and returns. */
import type { Handlers } from './handlers.ts';

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
