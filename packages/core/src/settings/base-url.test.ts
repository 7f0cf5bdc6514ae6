import { expect, test } from 'vitest';
import { isLoopback, normaliseBaseUrl } from './base-url.ts';

test('loopback is this machine alone', () => {
  expect(['localhost', 'a.localhost', '[::1]', '127.0.0.1'].map(isLoopback)).toEqual([true, true, true, true]);
  expect(['0.0.0.0', '[::]', '10.0.0.1', 'localhost.example', '128.0.0.1'].map(isLoopback)).not.toContain(true);
});

test('writes an address without the slashes at its end, and a host in one spelling', () => {
  expect(normaliseBaseUrl('https://Service.example:8443/api//')).toBe('https://service.example:8443/api');
  expect(normaliseBaseUrl('http://2130706433/')).toBe('http://127.0.0.1');
});
