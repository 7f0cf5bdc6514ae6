import fc from 'fast-check';
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { queryAddresses } from './app.ts';

const app = new Hono();
app.get('/', (c) => c.json(queryAddresses(c.req.queries())));
const parsed = async (query: string): Promise<unknown> => (await app.request(`/?${query}`)).json();

test('reads a list in every form that clients send', async () => {
  const key = fc.constantFrom('addresses[]', 'addresses%5B%5D', 'addresses%5b%5d', 'addresses');
  await fc.assert(
    fc.asyncProperty(key, fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1 }), async (name, values) => {
      const query = values.map((value) => `${name}=${encodeURIComponent(value)}`).join('&');
      expect(await parsed(`signer=x&${query}&other=1`)).toEqual(values);
    }),
  );
});

test('reads no addresses from an empty query or a similar key', async () => {
  expect(await parsed('')).toEqual([]);
  expect(await parsed('address=A&addresses[0]=B&xaddresses=C&ADDRESSES=D')).toEqual([]);
});
