/** Ways in which a service echoes a credential: by mistake, in a proxy's error page, or to see where it ends up. */
import type { Answer, Recorded } from './recorder.ts';

const json = (status: number, message: unknown): Answer => ({
  status,
  body: JSON.stringify({ message, error: 'Bad Request', statusCode: status }),
});
const page = (status: number, text: string): Answer => ({
  status,
  headers: { 'content-type': 'text/html' },
  body: `<!doctype html><title>${text}</title><h1>Error</h1><pre>${text}</pre>`,
});

/** @param elsewhere another host, to which nothing may be sent */
export function echoes(elsewhere: string): Readonly<Record<string, (text: string, request: Recorded) => Answer>> {
  return {
    'in a message': (text) => json(400, `The credential ${text} is not known`),
    'in a list of messages': (text) => json(400, ['no', `got ${text}`]),
    'under the names that services use': (text) => ({
      status: 400,
      body: JSON.stringify({ error: { detail: text }, title: text }),
    }),
    'where a limit cuts it': (text) => json(400, `${'x'.repeat(299 - Math.floor(text.length / 2))} ${text}`),
    'where another limit cuts it': (text) => json(400, `${'y '.repeat(990)}${text}`),
    'percent-encoded': (text) => json(400, `at /x?key=${encodeURIComponent(text)}`),
    'in base64': (text) => json(400, `Authorization: Basic ${Buffer.from(`user:${text}`).toString('base64')}`),
    'in hex': (text) => json(400, `bytes ${Buffer.from(text).toString('hex')}`),
    'as HTML writes it': (text) => json(400, text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')),
    'in the quotes of JSON': (text) => json(400, JSON.stringify(JSON.stringify({ words: text }))),
    'as the name of a field': (text) => ({ status: 400, body: JSON.stringify({ [text]: text }) }),
    'with status 401': (text) => json(401, `Bearer ${text} has ended`),
    'on a page with status 403': (text) => page(403, text),
    'on a page with status 200': (text) => page(200, text),
    'with status 500': (text) => json(500, `stack: fetch(${text})`),
    'in headers': (text) => ({
      ...json(400, 'no'),
      headers: { 'x-echo': text, 'set-cookie': `a=${text}`, 'www-authenticate': text },
    }),
    'in a redirect': (text) => ({
      status: 307,
      headers: { location: `${elsewhere}/?key=${encodeURIComponent(text)}` },
      body: text,
    }),
    'in JSON that ends too early': (text) => ({ status: 200, body: `{"message":"${encodeURI(text)}` }),
    'where a transaction should be': (text) => ({
      status: 201,
      body: JSON.stringify({ status: 'SUCCESS', unsignedTransaction: text }),
    }),
    'in a success': (text, { url }) => ({
      status: url.startsWith('/helper') ? 200 : 201,
      body: JSON.stringify(
        url.startsWith('/escrow')
          ? [{ address: text, balance: text }]
          : { status: 'SUCCESS', message: text, contractId: text, escrow: { title: text, note: [{ [text]: text }] } },
      ),
    }),
  };
}
