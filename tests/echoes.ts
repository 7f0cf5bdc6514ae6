/** Ways in which a service echoes a credential: by mistake, in a proxy's error page, or to see where it ends up. */
import type { Answer, Recorded } from './recorder.ts';

const json = (status: number, message: unknown): Answer => ({
  status,
  body: JSON.stringify({ message, error: 'Bad Request', statusCode: status }),
});
const page = (status: number, said: string): Answer => ({
  status,
  headers: { 'content-type': 'text/html' },
  body: `<!doctype html><title>${said}</title><h1>Error</h1><pre>${said}</pre>`,
});

/** @param elsewhere another host, to which nothing may be sent */
export function echoes(elsewhere: string): Readonly<Record<string, (said: string, request: Recorded) => Answer>> {
  return {
    'in a message': (said) => json(400, `The credential ${said} is not known`),
    'in a list of messages': (said) => json(400, ['no', `got ${said}`]),
    'under the names that services use': (said) => ({
      status: 400,
      body: JSON.stringify({ error: { detail: said }, title: said }),
    }),
    'where a limit cuts it': (said) => json(400, `${'x'.repeat(299 - Math.floor(said.length / 2))} ${said}`),
    'where another limit cuts it': (said) => json(400, `${'y '.repeat(990)}${said}`),
    'percent-encoded': (said) => json(400, `at /x?key=${encodeURIComponent(said)}`),
    'in base64': (said) => json(400, `Authorization: Basic ${Buffer.from(`user:${said}`).toString('base64')}`),
    'in hex': (said) => json(400, `bytes ${Buffer.from(said).toString('hex')}`),
    'as HTML writes it': (said) => json(400, said.replaceAll('&', '&amp;').replaceAll('"', '&quot;')),
    'in the quotes of JSON': (said) => json(400, JSON.stringify(JSON.stringify({ said }))),
    'as the name of a field': (said) => ({ status: 400, body: JSON.stringify({ [said]: said }) }),
    'with status 401': (said) => json(401, `Bearer ${said} has ended`),
    'on a page with status 403': (said) => page(403, said),
    'on a page with status 200': (said) => page(200, said),
    'with status 500': (said) => json(500, `stack: fetch(${said})`),
    'in headers': (said) => ({
      ...json(400, 'no'),
      headers: { 'x-echo': said, 'set-cookie': `a=${said}`, 'www-authenticate': said },
    }),
    'in a redirect': (said) => ({
      status: 307,
      headers: { location: `${elsewhere}/?key=${encodeURIComponent(said)}` },
      body: said,
    }),
    'in JSON that ends too early': (said) => ({ status: 200, body: `{"message":"${encodeURI(said)}` }),
    'where a transaction should be': (said) => ({
      status: 201,
      body: JSON.stringify({ status: 'SUCCESS', unsignedTransaction: said }),
    }),
    'in a success': (said, { url }) => ({
      status: url.startsWith('/helper') ? 200 : 201,
      body: JSON.stringify(
        url.startsWith('/escrow')
          ? [{ address: said, balance: said }]
          : { status: 'SUCCESS', message: said, contractId: said, escrow: { title: said, note: [{ [said]: said }] } },
      ),
    }),
  };
}
