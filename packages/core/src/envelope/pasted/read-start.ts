/** The envelope at the beginning of some bytes, or why there is none. */
import { xdr } from '@stellar/stellar-sdk/base';
import { MAX_ENVELOPE_BYTES } from '../open-envelope.ts';

const { schema } = xdr.TransactionEnvelope;
type Reader = Parameters<typeof schema._read>[0];

/** `length`: how many bytes it takes. `short`: they run out before it ends. `damaged`: they do not decode. */
type Start = { readonly envelope: xdr.TransactionEnvelope; readonly length: number } | 'short' | 'damaged';

export function readStart(bytes: Uint8Array): Start {
  let start: Start = 'damaged';
  const measured: typeof schema = Object.create(schema, {
    _read: {
      value: (reader: Reader, path: string) => {
        const watch = watched(reader);
        try {
          const value = schema._read(watch.reader, path);
          start = { envelope: xdr.TransactionEnvelope.fromXdrObject(value), length: reader.offset };
          return value;
        } finally {
          if (start === 'damaged' && watch.wanted() > reader.remaining) start = 'short';
        }
      },
    },
  });
  try {
    measured.decode(bytes);
  } catch {
    // The failure was noted; bytes that follow are no failure here.
  }
  return start;
}

/** The same reader, with the number of bytes that it was last asked for and did not give. */
function watched(reader: Reader): { readonly reader: Reader; readonly wanted: () => number } {
  let wanted = 0;
  let count = 0;
  const given = <T>(value: T): T => {
    wanted = 0;
    return value;
  };
  const watching = {
    get offset() {
      return reader.offset;
    },
    /** Asked for when a list's count was read: an entry takes a byte at least. */
    get remaining() {
      wanted = count <= MAX_ENVELOPE_BYTES ? count : 0;
      return reader.remaining;
    },
    enter: (path: string) => reader.enter(path),
    exit: () => reader.exit(),
    readBytes(length: number, path: string) {
      wanted = length;
      return given(reader.readBytes(length, path));
    },
    skipPadding(length: number, path: string) {
      wanted = -length & 3;
      given(reader.skipPadding(length, path));
    },
    readInt32(path: string) {
      wanted = 4;
      return given(reader.readInt32(path));
    },
    readUint32(path: string) {
      wanted = 4;
      count = given(reader.readUint32(path));
      return count;
    },
    readBigInt64(path: string) {
      wanted = 8;
      return given(reader.readBigInt64(path));
    },
    readBigUint64(path: string) {
      wanted = 8;
      return given(reader.readBigUint64(path));
    },
  };
  // Has only the methods that an envelope's schema calls.
  return { reader: watching as unknown as Reader, wanted: () => wanted };
}
