import type { Server as HttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';

export type Loopback = {
  /** The actual port, even if 0 was given. */
  readonly port: number;
  /** Accepts no more connections; settles when those that are open have ended. */
  stop(): Promise<void>;
};

/**
 * Listens on 127.0.0.1, and with a fixed port on ::1 too: "localhost" means either, and another program on ::1 would get
 * our requests. A free port is only used in URLs with 127.0.0.1.
 * @param port 0 for a free one
 * @throws NodeJS.ErrnoException EADDRINUSE and the like
 */
export async function listenOnLoopback(server: HttpServer, port: number): Promise<Loopback> {
  await listen(server, port, '127.0.0.1');
  const found = (server.address() as AddressInfo).port;
  if (port === 0) return { port: found, stop: () => closed(server) };
  // The same options as an HTTP server's own sockets.
  const twin = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => server.emit('connection', socket));
  const stop = async () => {
    await Promise.all([closed(server), closed(twin)]);
  };
  try {
    await listen(twin, port, '::1');
  } catch (error) {
    // On a machine without IPv6, no other program can listen there either.
    if (isAddressInUse(error)) {
      await stop();
      throw error;
    }
  }
  return { port: found, stop };
}

/**
 * Listens on an address that the operator chose. Other machines may reach it, so nothing private may be served there.
 * @throws NodeJS.ErrnoException EADDRINUSE, EADDRNOTAVAIL and the like
 */
export async function listenOnAddress(server: HttpServer, port: number, address: string): Promise<Loopback> {
  await listen(server, port, address);
  return { port: (server.address() as AddressInfo).port, stop: () => closed(server) };
}

/** Whether a port could not be had because another program listens on it. */
export function isAddressInUse(thrown: unknown): boolean {
  return (thrown as NodeJS.ErrnoException).code === 'EADDRINUSE';
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
}

/** Works for a server that never listened, too. */
function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
  });
}
