/** What every call of the desk has: an id for the log, and a limit of its time. */

import { randomBytes } from 'node:crypto';
import type { ServiceCallOptions } from '../../service/escrow-service.ts';
import type { CallOptions } from './call-options.ts';

export const newCallId = (): string => randomBytes(6).toString('hex');

/** How long a call may take. Hosts give up on one at 60 s. */
export const CALL_BUDGET_MS = 45_000;

/** The options of the call's parts: the caller's, with the deadline on the present wall clock. */
export type RunningCall = () => CallOptions & ServiceCallOptions;
