/** TLS failed before any request was sent. Source: Node's documentation of X509 error codes. */
const CERTIFICATE_CODE = /CERT|SELF_SIGNED|UNABLE_TO_(?:GET|VERIFY)|^ERR_TLS_/;

/** Whether it failed during name lookup, connecting or checking the certificate. */
export function neverConnected(cause: unknown): boolean {
  // Node tries every address of a name; then the failures come as one AggregateError.
  if (cause instanceof AggregateError) return cause.errors.length > 0 && cause.errors.every(neverConnected);
  return (
    property(cause, 'code') === 'UND_ERR_CONNECT_TIMEOUT' ||
    ['connect', 'getaddrinfo'].includes(property(cause, 'syscall')) ||
    CERTIFICATE_CODE.test(property(cause, 'code'))
  );
}

export function property(value: unknown, name: string): string {
  return String((value as Record<string, unknown> | null | undefined)?.[name] ?? '');
}
