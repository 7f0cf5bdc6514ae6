import { describe, expect, test } from 'vitest';
import { baseUrlProblem, isLoopback, normaliseBaseUrl } from './base-url.ts';

describe('a base address', () => {
  test.each([
    ['https://service.example', 'https://service.example'],
    ['https://service.example/', 'https://service.example'],
    ['https://Service.example:8443/api//', 'https://service.example:8443/api'],
    ['http://127.0.0.1:4010', 'http://127.0.0.1:4010'],
    ['http://127.8.8.8', 'http://127.8.8.8'],
    ['http://localhost:4010/', 'http://localhost:4010'],
    ['http://[::1]:4010', 'http://[::1]:4010'],
    // `URL` writes every spelling of the address as the address.
    ['http://2130706433/', 'http://127.0.0.1'],
  ])('%s is good', (text, normal) => {
    expect(baseUrlProblem(text)).toBeUndefined();
    expect(normaliseBaseUrl(text)).toBe(normal);
  });

  test.each([
    ['http://service.example', 'must be https'],
    ['http://192.168.1.5:4010', 'must be https'],
    ['http://0.0.0.0', 'must be https'],
    ['http://localhost.example', 'must be https'],
    ['http://127.0.0.1.example', 'must be https'],
    ['http://notlocalhost', 'must be https'],
    ['ftp://service.example', 'http(s)'],
    ['file:///etc/passwd', 'http(s)'],
    ['service.example', 'is not a URL'],
    ['', 'is not a URL'],
    ['https://user@service.example', 'credentials'],
    ['https://:hunter2@service.example', 'credentials'],
    ['https://service.example?key=hunter2', 'query'],
    ['https://service.example/#', 'fragment'],
    [' https://service.example', 'white space'],
  ])('%j is refused and not repeated', (text, problem) => {
    expect(baseUrlProblem(text)).toContain(problem);
    expect(baseUrlProblem(text)).not.toContain('hunter2');
  });

  test('loopback is this machine alone', () => {
    expect(['localhost', 'a.localhost', '[::1]', '127.0.0.1'].map(isLoopback)).toEqual([true, true, true, true]);
    expect(['0.0.0.0', '[::]', '10.0.0.1', 'localhost.example', '128.0.0.1'].map(isLoopback)).not.toContain(true);
  });
});
