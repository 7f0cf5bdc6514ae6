import { expect, test } from 'vitest';
import { ownLink } from './own-link.ts';

const ID = '0123456789abcdef'.repeat(2);
const BASE = 'https://pay.example.org/escrow/';

test.each([`http://127.0.0.1:4000/sign/${ID}`, `http://localhost/sign/${ID}`, `http://[::1]:4000/sign/${ID}`])(
  'opens %s on this computer',
  (url) => expect(ownLink(url)).toBe(url),
);

test.each([`${BASE}sign/${ID}`, `https://pay.example.org:443/escrow/sign/${ID}`])('opens %s at the base', (url) => {
  expect(ownLink(url, BASE)).toBe(url);
  expect(ownLink(url, BASE.slice(0, -1))).toBe(url);
});

test.each([
  undefined,
  'sign',
  `https://127.0.0.1/sign/${ID}`,
  `http://pay.example.org/sign/${ID}`,
  `http://127.0.0.1/sign/${ID.slice(1)}`,
  `http://127.0.0.1/sign/${ID}0`,
  `http://127.0.0.1/a/sign/${ID}`,
  `http://ana@127.0.0.1/sign/${ID}`,
  `http://:secret@127.0.0.1/sign/${ID}`,
  `http://127.0.0.1/sign/${ID}?a=b`,
  `http://127.0.0.1/sign/${ID}#a`,
])('opens %j on no computer', (url) => expect(ownLink(url)).toBeUndefined());

test.each([
  `http://127.0.0.1/sign/${ID}`,
  `http://pay.example.org/escrow/sign/${ID}`,
  `https://pay.example.org:8443/escrow/sign/${ID}`,
  `https://evil.example.org/escrow/sign/${ID}`,
  `https://pay.example.org/sign/${ID}`,
  `https://pay.example.org/escrows/sign/${ID}`,
  `${BASE}sign/${ID}/more`,
])('does not open %s at another base', (url) => expect(ownLink(url, BASE)).toBeUndefined());
