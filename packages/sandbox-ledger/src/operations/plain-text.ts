/** Whether a text is ASCII without control characters, as the network wants its names. */
export function isPlainText({ bytes }: { readonly bytes: Uint8Array }): boolean {
  return bytes.every((byte) => byte >= 0x20 && byte <= 0x7e);
}
