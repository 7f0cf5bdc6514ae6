/** The file that a setting names. Problems repeat neither its path nor what is in it. */

import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { decodeText } from '../text/decode-text.ts';

/** Reads a regular file of at most so many bytes: a pipe or a terminal would keep the start waiting for a writer. */
export function readSettingFile(
  file: string,
  mostBytes: number,
): { readonly text: string } | { readonly problem: string } {
  let descriptor: number | undefined;
  try {
    // Opening a pipe for reading waits for a writer without this flag, which Windows has not.
    descriptor = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const status = fstatSync(descriptor);
    if (!status.isFile()) return { problem: 'names something that is not a file: a folder, a pipe or a device' };
    const bytes = status.size > mostBytes ? undefined : bytesIn(descriptor, mostBytes);
    if (bytes === undefined) return { problem: `names a file of more than ${mostBytes} bytes` };
    const text = decodeText(bytes);
    return text === undefined ? { problem: 'names a file that is not text in UTF-8 or UTF-16' } : { text };
  } catch (thrown) {
    const { code = 'unknown error' } = thrown as NodeJS.ErrnoException;
    return { problem: `names a file that cannot be read (${code})` };
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** @returns undefined where there are more, as there may be in a file that states no size */
function bytesIn(descriptor: number, most: number): Buffer | undefined {
  const bytes = Buffer.alloc(most + 1);
  let length = 0;
  for (let read = -1; read !== 0 && length < bytes.length; length += read) {
    read = readSync(descriptor, bytes, length, bytes.length - length, null);
  }
  return length > most ? undefined : bytes.subarray(0, length);
}
