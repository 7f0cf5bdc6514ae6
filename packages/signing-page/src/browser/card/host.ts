/**
 * The card's side of MCP Apps: JSON-RPC by `postMessage` with the page that embeds it, and no other. Written by hand,
 * because the extension's own library is several times as large as the whole card may be.
 */
import { type Fields, isObject } from '@countersign/core/text/fields';

const PROTOCOL = '2026-01-26';

export type HostEvents = {
  readonly onResult: (result: Fields) => void;
  readonly onCancelled: () => void;
  /** Only what has changed. */
  readonly onContext: (context: Fields) => void;
  /** The host is about to remove the card. */
  readonly onEnd: () => void;
};

export type Host = {
  /** What the host can do, by name: `openLinks`, `serverTools`, `message`. */
  readonly can: (ability: string) => boolean;
  readonly context: Fields;
  readonly request: (method: string, params: Fields) => Promise<Fields>;
  readonly notify: (method: string, params: Fields) => void;
};

/** Resolves once the host has declared what it can do. */
export async function connectHost({ onResult, onCancelled, onContext, onEnd }: HostEvents): Promise<Host> {
  const parent = window.parent;
  const waiting = new Map<number, PromiseWithResolvers<Fields>>();
  let count = 0;
  const send = (message: Fields) => parent.postMessage({ jsonrpc: '2.0', ...message }, '*');
  const request = (method: string, params: Fields): Promise<Fields> => {
    const answer = Promise.withResolvers<Fields>();
    count += 1;
    waiting.set(count, answer);
    send({ id: count, method, params });
    return answer.promise;
  };
  const notices: Readonly<Record<string, (params: Fields) => void>> = {
    'ui/notifications/tool-result': onResult,
    'ui/notifications/tool-cancelled': onCancelled,
    'ui/notifications/host-context-changed': onContext,
  };
  const answer = ({ id, method }: Fields) => {
    if (method === 'ui/resource-teardown') onEnd();
    if (method === 'ping' || method === 'ui/resource-teardown') send({ id, result: {} });
    else send({ id, error: { code: -32_601, message: 'Method not found' } });
  };
  window.addEventListener('message', ({ source, data }: MessageEvent<unknown>) => {
    if (source !== parent || !isObject(data) || data['jsonrpc'] !== '2.0') return;
    const { id, method, params, result } = data;
    if (typeof method !== 'string') {
      const actionRequest = waiting.get(Number(id));
      waiting.delete(Number(id));
      if (isObject(result)) actionRequest?.resolve(result);
      else actionRequest?.reject(new Error('refused by the host'));
    } else if (id === undefined) notices[method]?.(isObject(params) ? params : {});
    else answer(data);
  });
  const { hostCapabilities, hostContext } = await request('ui/initialize', {
    appInfo: { name: 'countersign-card', version: '1' },
    appCapabilities: { availableDisplayModes: ['inline'] },
    protocolVersion: PROTOCOL,
  });
  const abilities = isObject(hostCapabilities) ? hostCapabilities : {};
  const context = isObject(hostContext) ? hostContext : {};
  onContext(context);
  const notify = (method: string, params: Fields) => send({ method, params });
  notify('ui/notifications/initialized', {});
  reportSize(notify);
  return { can: (ability) => isObject(abilities[ability]), context, request, notify };
}

/** Hosts that let the card decide about its height give it as much as it says here. */
function reportSize(notify: Host['notify']): void {
  const root = document.documentElement;
  let last = 0;
  new ResizeObserver(() => {
    const height = Math.ceil(document.body.getBoundingClientRect().height);
    if (height === last) return;
    last = height;
    notify('ui/notifications/size-changed', { width: root.clientWidth, height });
  }).observe(document.body);
}
