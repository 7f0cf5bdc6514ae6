/** Resource addresses: an escrow by its handle, and the request template. */
const ESCROW = /^countersign:\/\/escrow\/([\w-]{1,100})(\/unsigned\.xdr)?$/;

export const TEMPLATE_URI = 'countersign://template/escrow';
export const ESCROW_URI = 'countersign://escrow/{id}';
export const UNSIGNED_XDR_URI = `${ESCROW_URI}/unsigned.xdr`;

export type Named = { readonly kind: 'escrow' | 'unsigned-xdr'; readonly id: string } | { readonly kind: 'template' };

/** What an address names; nothing for an unknown address. */
export function namedBy(uri: string): Named | undefined {
  if (uri === TEMPLATE_URI) return { kind: 'template' };
  const [, id, xdr] = ESCROW.exec(uri) ?? [];
  return id === undefined ? undefined : { kind: xdr === undefined ? 'escrow' : 'unsigned-xdr', id };
}

export const escrowUri = (id: string): string => ESCROW_URI.replace('{id}', id);
