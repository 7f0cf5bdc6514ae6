/** What each era's adapter is given, and gives. */
import type { Handlers } from './handlers.ts';

/** A transport as both libraries know one; they set what begins with `on`. */
export type Transport = {
  onmessage?: (message: unknown) => void;
  onerror?: (error: Error) => void;
  onclose?: () => void;
  start(): Promise<void>;
  send(message: object): Promise<void>;
  close(): Promise<void>;
};

export type EraEvents = {
  /** The host has what it needs to begin. */
  readonly onInitialized: () => void;
  /** A message could not be read or answered. */
  readonly onProblem: () => void;
};

/** Loads nothing by itself: an adapter is imported when a host of its era has come. */
export type Connect = (
  handlers: Handlers,
  transport: Transport,
  events: EraEvents,
) => Promise<{ close(): Promise<void> }>;
