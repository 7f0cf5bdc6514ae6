/** A way to a database that can be cut as a network is: nothing arrives, and nobody is told. */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export async function openDatabaseRoad(databaseUrl: string) {
  const { hostname, port } = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let isCut = false;
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy());
    if (isCut) socket.pause();
    return socket;
  };
  const server = createServer((caller) => {
    const database = keep(connect(Number(port), hostname));
    keep(caller)
      .on('data', (data) => database.write(data))
      .on('end', () => database.end());
    database.on('data', (data) => caller.write(data)).on('end', () => caller.end());
    caller.on('close', () => database.destroy());
    database.on('close', () => caller.destroy());
    if (isCut) for (const socket of [caller, database]) socket.pause();
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const url = new URL(databaseUrl);
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    cut: () => {
      isCut = true;
      for (const socket of sockets) socket.pause();
    },
    /** What was held goes on its way. */
    mend: () => {
      isCut = false;
      for (const socket of sockets) socket.resume();
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((closed) => server.close(closed));
    },
  };
}
