import { connect } from 'node:tls';

type Certificate = {
  /** Epoch milliseconds. */
  readonly expiresAt: number;
  /** Why a browser refuses it, as Node names it; absent where it is valid. */
  readonly problem?: string;
};

const ANSWER_TIMEOUT_MS = 10_000;

/** Makes a connection and sends nothing. @throws Error where there is no TLS */
export function certificateAt(url: string): Promise<Certificate> {
  const { hostname, port } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, '');
  return new Promise((resolve, reject) => {
    const isName = /[a-z]/i.test(host) && !host.includes(':');
    const socket = connect(
      { host, port: Number(port) || 443, rejectUnauthorized: false, ...(isName ? { servername: host } : {}) },
      () => {
        const expiresAt = Date.parse(socket.getPeerCertificate().valid_to);
        // Node declares an Error, and sets the code as a text.
        const problem: unknown = socket.authorizationError;
        resolve({ expiresAt, ...(socket.authorized ? {} : { problem: String(problem) }) });
        socket.destroy();
      },
    );
    socket.setTimeout(ANSWER_TIMEOUT_MS, () => socket.destroy(new Error('ETIMEDOUT')));
    socket.once('error', reject);
  });
}
