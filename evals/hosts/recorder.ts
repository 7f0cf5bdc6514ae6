/**
 * Stands between a host and the server, as the process that the host starts: passes on every byte, and appends each
 * message to a file as a line `{ "from": "host" | "server", "message": … }`.
 * Arguments: the file, then the script of the server.
 */
import { spawn } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';

const [file = '', script = ''] = process.argv.slice(2);
const server = spawn(process.execPath, [script], { stdio: ['pipe', 'pipe', 'inherit'] });

function pass(from: 'host' | 'server', input: NodeJS.ReadableStream, output: NodeJS.WritableStream): void {
  const decoder = new StringDecoder();
  let rest = '';
  input.on('data', (chunk: Buffer) => {
    const lines = `${rest}${decoder.write(chunk)}`.split('\n');
    rest = lines.pop() ?? '';
    // First into the file, so that whatever one side does next, the reason for it can be read there.
    for (const message of lines) appendFileSync(file, `{"from":"${from}","message":${message}}\n`);
    output.write(chunk);
  });
  input.on('end', () => output.end());
  output.on('error', () => {});
}

pass('host', process.stdin, server.stdin);
pass('server', server.stdout, process.stdout);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => server.kill(signal));
server.on('close', (code) => process.exit(code ?? 1));
