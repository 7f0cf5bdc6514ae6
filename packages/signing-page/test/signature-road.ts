/** A page on a road that can fail, with what its tests press and look for: for what becomes of a signature. */

import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { CountersignError, type ErrorCode } from '@countersign/core/errors';
import { openLoneTab, openTab, type Tab } from '@countersign/testkit/page/browser';
import { DEAL, deployInput } from '@countersign/testkit/page/scene';
import type { Stage } from '@countersign/testkit/page/stage';
import type { Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { sign, title } from './access-stage.ts';

export { sign, title };

const SEND = '/helper/send-transaction';
export const NOT_DELIVERED = 'Signed, not delivered yet';
export const UNREACHABLE = { code: 'SERVICE_UNREACHABLE', retryable: true } as const;

export type Prepare = (tab: Tab) => Promise<unknown>;

/** @param isFrozen stops the page's timers, so that only what a test does sets off another attempt; such a tab is alone */
export async function openOnRoad({ browser, scene }: Stage, prepare?: Prepare, isFrozen = false) {
  const road = await startPageRoad(scene.url);
  const tab = await (isFrozen ? openLoneTab : openTab)(browser, road.url);
  onTestFinished(async () => {
    await tab.close();
    await road.down().catch(() => {});
    expect(tab.oddities).toEqual([]);
  });
  if (isFrozen) await tab.page.clock.install();
  await prepare?.(tab);
  const prepared = await scene.desk.prepare('deploy', deployInput());
  const address = (prepared.signUrl as string).replace(scene.url, road.url);
  await tab.page.goto(address);
  await title(tab.page, DEAL);
  if (isFrozen) await tab.page.clock.pauseAt(Date.now() + 5_000);
  const sendings = () => scene.road.asked.filter((path) => path === SEND).length;
  const before = sendings();
  return { tab, page: tab.page, road, prepared, address, sent: () => sendings() - before };
}

export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
export const settled = (page: Page) => title(page, 'The escrow is deployed');
/** What the tab keeps: pairs of key and text. */
export const kept = (page: Page) => page.evaluate('Object.entries(sessionStorage)') as Promise<[string, string][]>;

/**
 * What becomes of a delivery. `drop`: cut off before the server gets it. `hang`: the server gets it, and no answer comes. A
 * status: answered so by the proxy itself. An error: answered as the server's own.
 */
type Fault = 'drop' | 'hang' | number | { readonly code: ErrorCode; readonly retryable: boolean };

/** A proxy between the browser and the page's server. @param server where the page is served */
async function startPageRoad(server: string) {
  /** The signed transactions that were delivered, whatever became of them. */
  const delivered: string[] = [];
  /** For the next deliveries, one each; the last one also for all that follow, until it is taken away. */
  const road = { faults: [] as (Fault | undefined)[] };
  const pass = async (asked: IncomingMessage, reply: ServerResponse) => {
    const body = await buffer(asked);
    const isDelivery = asked.url?.endsWith('/submit') === true;
    if (isDelivery) delivered.push(JSON.parse(body.toString()).signedXdr);
    const fault = isDelivery ? (road.faults.length > 1 ? road.faults.shift() : road.faults[0]) : undefined;
    if (fault === 'drop') {
      asked.socket.destroy();
      return;
    }
    if (typeof fault === 'number') {
      reply.writeHead(fault, { 'Content-Type': 'text/html' }).end('<h1>Bad Gateway</h1>');
      return;
    }
    if (typeof fault === 'object') {
      const message = `It said ${fault.code}.`;
      const error = { ...new CountersignError(fault.code, { message }).toView(), ...fault };
      reply.writeHead(fault.retryable ? 503 : 400, { 'Content-Type': 'application/json' });
      reply.end(JSON.stringify({ error }));
      return;
    }
    // Host and Origin stay the browser's own: to the server this is its public address on loopback.
    const { connection: _, ...headers } = asked.headers;
    const passed = request(new URL(asked.url ?? '/', server), { method: asked.method ?? 'GET', headers }, (answer) => {
      if (fault === 'hang') {
        answer.resume();
        return;
      }
      reply.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(reply);
    });
    passed.once('error', () => reply.destroy());
    reply.once('close', () => passed.destroy());
    passed.end(body);
  };
  const proxy = createServer((asked, reply) => void pass(asked, reply));
  const listen = (port: number) => new Promise<void>((resolve) => proxy.listen(port, '127.0.0.1', resolve));
  await listen(0);
  const { port } = proxy.address() as AddressInfo;
  return Object.assign(road, {
    url: `http://127.0.0.1:${port}`,
    delivered,
    /** Cuts every connection and takes no other. */
    down: () =>
      new Promise<void>((resolve) => {
        proxy.close(() => resolve());
        proxy.closeAllConnections();
      }),
    /** On the same port again. */
    up: () => listen(port),
  });
}
