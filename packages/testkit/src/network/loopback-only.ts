/** Keeps tests on this machine: a connection to any other host fails, and so does the test that tried. */
import { Socket } from 'node:net';
import { afterEach } from 'vitest';

/** This machine, and reserved names that no one can own (RFC 2606). */
const HERE = /^(?:localhost|.+\.(?:localhost|invalid|example|test)|127\.\d+\.\d+\.\d+|::1|\[::1\])$/;
/** A port where no one listens. */
const CLOSED = { host: '127.0.0.1', port: 1 };
const PATCHED = Symbol.for('countersign.loopback-only');

type Guarded = { [PATCHED]?: string[]; connect(...args: unknown[]): Socket };
const prototype = Socket.prototype as unknown as Guarded;
// Files of a worker share it.
const tried = prototype[PATCHED] ?? guard();

function guard(): string[] {
  const { connect } = prototype;
  const hosts: string[] = [];
  prototype[PATCHED] = hosts;
  prototype.connect = function (this: Socket, ...args) {
    const host = hostOf(args);
    if (host === undefined || HERE.test(host)) return connect.apply(this, args);
    hosts.push(host);
    return connect.call(this, CLOSED);
  };
  return hosts;
}

/** Of `connect(options)`, `connect(port, host)` or a path; Node itself calls it with what it made of those. */
function hostOf([first, second]: readonly unknown[]): string | undefined {
  const options = Array.isArray(first) ? (first[0] as unknown) : first;
  if (typeof options !== 'object' || options === null) return typeof second === 'string' ? second : undefined;
  const { host } = options as { readonly host?: unknown };
  return typeof host === 'string' ? host : undefined;
}

/** What was tried since the test began, which is then forgotten. */
export const attempts = (): string[] => tried.splice(0);

afterEach(() => {
  const reached = attempts();
  if (reached.length > 0)
    throw new Error(`The test tried to reach ${reached.join(', ')}: give it a server on loopback.`);
});
