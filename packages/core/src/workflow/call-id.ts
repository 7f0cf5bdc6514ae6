/** An id that a call has in the log, in its own line and in those of its requests to the service. */
import { randomBytes } from 'node:crypto';

export const newCallId = (): string => randomBytes(6).toString('hex');
