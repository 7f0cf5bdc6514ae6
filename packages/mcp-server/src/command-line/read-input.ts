/** The file or standard input that holds the transaction, or the request, for a command. */
import { createReadStream } from 'node:fs';
import path from 'node:path';
import { MAX_XDR_FILE_BYTES, textOfXdrFile } from '@countersign/core/envelope';
import { CountersignError } from '@countersign/core/errors';
import { createSecretScanner, refuseSecrets } from '@countersign/core/secrets';
import { credentialsIn } from '@countersign/core/settings';

/**
 * @param file a path, relative to the person's working directory, or `-` for standard input
 * @throws CountersignError INPUT_INVALID if it cannot be read or is too large, XDR_UNREADABLE,
 *   SECRET_REFUSED
 */
export async function readInput(file: string): Promise<string> {
  const stream = file === '-' ? process.stdin : createReadStream(fromCaller(file));
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of stream) {
      size += (chunk as Buffer).length;
      if (size > MAX_XDR_FILE_BYTES) {
        throw problem(file, `is larger than ${MAX_XDR_FILE_BYTES} bytes; a transaction or request is far smaller`);
      }
      chunks.push(chunk as Buffer);
    }
  } catch (cause) {
    if (cause instanceof CountersignError) throw cause;
    throw problem(file, 'cannot be read; check the path', cause);
  }
  const text = textOfXdrFile(Buffer.concat(chunks));
  refuseSecrets({ [file === '-' ? 'input' : 'file']: text }, createSecretScanner(credentialsIn(process.env)));
  return text;
}

/** pnpm runs scripts at the root of the checkout; INIT_CWD is where it was called. */
function fromCaller(file: string): string {
  return path.resolve(process.env['INIT_CWD'] ?? process.cwd(), file);
}

function problem(file: string, text: string, cause?: unknown): CountersignError {
  return new CountersignError('INPUT_INVALID', {
    fields: [{ path: file === '-' ? 'standard input' : file, problem: text }],
    cause,
  });
}
