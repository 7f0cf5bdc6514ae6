/** Misbehaviours of HTTP and below: phases, framing, encodings. They can happen to any call. */
import { brotliCompressSync, constants, deflateRawSync, gzipSync } from 'node:zlib';
import { type Act, bytes, endless, head, reply, resets, saysNothing } from '../service/misbehaving-service.ts';
import { everyCall, HOSTILE, type Kind, kindsOf } from './kind.ts';
import texts from './texts.json' with { type: 'json' };

/** The connection ends before an answer: worth another try, but a send may have arrived. */
const BROKEN = everyCall('SERVICE_UNREACHABLE');
const SILENT = everyCall('SERVICE_TIMEOUT');
/** There is an answer, and it is none of this interface. */
const UNREADABLE = everyCall('SERVICE_REPLY_UNREADABLE');

const row = (kind: string, expect: Kind['expect'], act: Act, on?: 'connection' | 'head'): Kind => ({
  kind,
  expect,
  fault: () => ({ act, ...(on === undefined ? {} : { on }) }),
  isCutShort: expect === SILENT,
});

const OK = head(200, { 'content-length': '1000' });
const CHUNKED = head(200, { 'transfer-encoding': 'chunked' });
const raw = (written: string | Uint8Array) => bytes(written);
const encoded = (encoding: string, body: Uint8Array) => reply(200, body, { 'content-encoding': encoding });

const phases: readonly Kind[] = [
  row('resets when connected to', BROKEN, resets, 'connection'),
  row('resets after the head of the request', BROKEN, resets, 'head'),
  row('resets after the request', BROKEN, resets),
  row('resets in the status line', BROKEN, bytes('HTTP/1.1 20', 'reset')),
  row('resets after the status line', BROKEN, bytes('HTTP/1.1 200 OK\r\n', 'reset')),
  row('resets in the headers', BROKEN, bytes(OK.slice(0, 40), 'reset')),
  row('resets after the headers', UNREADABLE, bytes(OK, 'reset')),
  row('resets in the body', UNREADABLE, bytes(`${OK}{"status":"SUC`, 'reset')),
  row('ends the connection when connected to', BROKEN, (wire) => void wire.end(), 'connection'),
  row('ends the connection after the request', BROKEN, (wire) => void wire.end()),
  row('ends the connection in the headers', BROKEN, raw(OK.slice(0, 40))),
  row('ends the connection in the body', UNREADABLE, raw(`${OK}{"status":"SUC`)),
  row('falls silent when connected to', SILENT, saysNothing, 'connection'),
  row('falls silent after the request', SILENT, saysNothing),
  row('falls silent in the status line', SILENT, bytes('HTTP/1.1 20', 'silence')),
  row('falls silent in the headers', SILENT, bytes(OK.slice(0, 40), 'silence')),
  row('falls silent after the headers', SILENT, bytes(OK, 'silence')),
  row('falls silent in the body', SILENT, bytes(`${OK}{"status":"SUC`, 'silence')),
  row('drips its headers', SILENT, endless('HTTP/1.1 200 OK\r\n', 'x: y\r\n', 40)),
  row('drips its body', SILENT, endless(CHUNKED, '1\r\n \r\n', 40)),
  row('sends early hints without end', SILENT, endless('', 'HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n', 20)),
];

const framing: readonly Kind[] = [
  row('speaks no HTTP', UNREADABLE, raw(`220 ${HOSTILE} ESMTP\r\n`)),
  row('speaks TLS', UNREADABLE, raw(Uint8Array.from([0x15, 3, 3, 0, 2, 2, 70]))),
  row('speaks another version of HTTP', UNREADABLE, raw('HTTP/3.0 200 OK\r\ncontent-length: 2\r\n\r\n{}')),
  row('switches protocols', BROKEN, raw('HTTP/1.1 101 Switching\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n')),
  row('says "continue" and nothing more', BROKEN, raw('HTTP/1.1 100 Continue\r\n\r\n')),
  row('has a status below all', BROKEN, raw('HTTP/1.1 000 X\r\ncontent-length: 2\r\n\r\n{}')),
  row('has a header larger than any', UNREADABLE, raw(head(200, { x: 'a'.repeat(200_000) }))),
  row('has headers without end', UNREADABLE, endless('HTTP/1.1 200 OK\r\n', `x: ${'y'.repeat(1_000)}\r\n`)),
  row('has a header with a zero byte', UNREADABLE, raw(head(200, { x: 'a\0b' }))),
  row('says two lengths', UNREADABLE, raw(head(200, { 'Content-Length': '2', 'content-length': '3' }).concat('{}'))),
  row(
    'says a length and chunks',
    UNREADABLE,
    raw(`${head(200, { 'content-length': '2', 'transfer-encoding': 'chunked' })}2\r\n{}\r\n0\r\n\r\n`),
  ),
  row('has a chunk of no size', UNREADABLE, raw(`${CHUNKED}zz\r\n{}\r\n`)),
  row('has a chunk of enormous size', UNREADABLE, raw(`${CHUNKED}ffffffffffffffffff\r\n{}\r\n`)),
  row('leaves out the last chunk', UNREADABLE, raw(`${CHUNKED}2\r\n{}\r\n`)),
  row('has a body without end', UNREADABLE, endless(CHUNKED, `4000\r\n${' '.repeat(0x4000)}\r\n`)),
  row('has a body of two megabytes', UNREADABLE, reply(200, `"${'x'.repeat(2 ** 21)}"`)),
];

/** Compresses to a thousandth or less. */
const ZEROS = new Uint8Array(2 ** 22);
const chunk = (piece: Uint8Array) =>
  Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n')]);
const packed = (encoding: string) => head(200, { 'transfer-encoding': 'chunked', 'content-encoding': encoding });

/** These never end: members of gzip may follow one another, and so may blocks of deflate that refer to none before. */
const GZIP_MEMBER = chunk(gzipSync(ZEROS));
const DEFLATE_BLOCK = chunk(deflateRawSync(ZEROS, { finishFlush: constants.Z_FULL_FLUSH }));
const DEFLATE_HEADER = '2\r\n\x78\x01\r\n';
/** A quarter of a gigabyte in a few hundred bytes. */
const BROTLI_BOMB = brotliCompressSync(new Uint8Array(2 ** 28), { params: { [constants.BROTLI_PARAM_QUALITY]: 0 } });

const encodings: readonly Kind[] = [
  row('answers with a gzip bomb', UNREADABLE, endless(packed('gzip'), GZIP_MEMBER)),
  row(
    'answers with a gzip bomb inside gzip',
    UNREADABLE,
    encoded('gzip, gzip', gzipSync(gzipSync(new Uint8Array(2 ** 26)))),
  ),
  row('answers with a deflate bomb', UNREADABLE, endless(packed('deflate') + DEFLATE_HEADER, DEFLATE_BLOCK)),
  row('answers with a brotli bomb', UNREADABLE, encoded('br', BROTLI_BOMB)),
  row(
    'answers with gzip that unpacks to nothing, without end',
    SILENT,
    endless(packed('gzip'), chunk(gzipSync('')), 10),
  ),
  row('says gzip and sends text', UNREADABLE, encoded('gzip', Buffer.from('{}'))),
  row('says text and sends gzip', UNREADABLE, reply(200, gzipSync('{}'))),
  row('says brotli and sends gzip', UNREADABLE, encoded('br', gzipSync('{}'))),
  row('cuts its gzip short', UNREADABLE, encoded('gzip', gzipSync('{"status":"SUCCESS"}').subarray(0, 15))),
  row(
    'says six encodings on top of one another',
    BROKEN,
    encoded('gzip, gzip, gzip, gzip, gzip, gzip', gzipSync('{}')),
  ),
];

const nested = (open: string, inside: string, close: string) =>
  reply(200, `${open.repeat(100_000)}${inside}${close.repeat(100_000)}`);

const bodies: readonly Kind[] = [
  ...kindsOf(texts),
  row('has no content (204)', { ...UNREADABLE, sandbox: 'SANDBOX_MISMATCH' }, raw(head(204))),
  row('answers with invalid UTF-8', UNREADABLE, reply(200, Uint8Array.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]))),
  row('answers with UTF-16 that it does not name', UNREADABLE, reply(200, Buffer.from('{"status":1}', 'utf16le'))),
  row('answers with lists nested a hundred thousand deep', UNREADABLE, nested('[', '', ']')),
  row('answers with objects nested a hundred thousand deep', UNREADABLE, nested('{"a":', '1', '}')),
];

export const WIRE_KINDS: readonly Kind[] = [...phases, ...framing, ...encodings, ...bodies];
